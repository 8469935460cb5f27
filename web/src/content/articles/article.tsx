import { useState } from 'react';
import type { DataOf } from '@foyer/contract/call';
import { type ArticleBlock, type ArticlePiece, getArticle } from '@foyer/contract/flows/help-desk';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { allowedLink } from '@foyer/contract/rules/redirect-rules';
import { track } from '../../platform/analytics/track.ts';
import { articleArea } from './load-articles.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Loaded } from './loaded.tsx';
import css from './article.module.css';

/** One article. The service sends it as blocks of plain text, never as HTML. */
export function Article({ id, onTitle }: { id: string; onTitle(title: string): void }) {
  const t = useTranslate();
  const page = usePageContext();
  const load = async (signal: AbortSignal) => {
    const reply = await page.api(getArticle, { id, ...articleArea(page) }, { signal });
    if (reply.is === 'done') onTitle(reply.data.title);
    return reply;
  };
  return (
    <>
      <p className={css.back}>
        <a href={pageRoutes.help}>{t('help.all')}</a>
      </p>
      <Loaded key={page.language} load={load} mayBeMissing>
        {(article) => <ArticleBody article={article} />}
      </Loaded>
    </>
  );
}

function ArticleBody({ article: { summary, body } }: { article: DataOf<typeof getArticle> }) {
  const t = useTranslate();
  return (
    <article className={css.article}>
      <p className={css.summary}>{summary}</p>
      {body.map((block, i) => (
        <Block key={i} block={block} />
      ))}
      <Helped />
      <p className={css.print}>
        <Button kind="text" onClick={() => print()}>
          {t('help.print')}
        </Button>
      </p>
    </article>
  );
}

/** The first answer is counted, without the person or the article. */
function Helped() {
  const t = useTranslate();
  const [answer, setAnswer] = useState<'yes' | 'no'>();
  function give(helped: 'yes' | 'no') {
    if (!answer) track({ name: 'article_helped', helped });
    setAnswer(helped);
  }
  return (
    <div className={css.helped}>
      {t('help.helped')}
      {(['yes', 'no'] as const).map((helped) => (
        <Button key={helped} aria-pressed={answer === helped} onClick={() => give(helped)}>
          {t(`help.helped.${helped}`)}
        </Button>
      ))}
      <span role="status">{answer && t(`help.helped.${answer}.thanks`)}</span>
    </div>
  );
}

function Block({ block }: { block: ArticleBlock }) {
  switch (block.is) {
    case 'heading':
      return (
        <h2>
          <Line pieces={block.line} />
        </h2>
      );
    case 'text':
      return (
        <p>
          <Line pieces={block.line} />
        </p>
      );
    case 'list':
    case 'steps': {
      const items = block.items.map((pieces, i) => (
        <li key={i}>
          <Line pieces={pieces} />
        </li>
      ));
      return block.is === 'list' ? <ul>{items}</ul> : <ol>{items}</ol>;
    }
  }
}

const Line = ({ pieces }: { pieces: readonly ArticlePiece[] }) =>
  pieces.map((piece, i) => <Piece key={i} {...piece} />);

function Piece({ text, strong, linkUrl }: ArticlePiece) {
  const link = linkUrl && allowedLink(linkUrl, location.origin);
  const content = strong ? <strong>{text}</strong> : text;
  return link ? (
    <a href={link} rel="noopener">
      {content}
    </a>
  ) : (
    content
  );
}
