import type { DataOf } from '@foyer/contract/call';
import { type ArticleBlock, type ArticlePiece, getArticle } from '@foyer/contract/flows/help-desk';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { allowedLink } from '@foyer/contract/rules/redirect-rules';
import { shelfOf } from '../articles/load-articles.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { AskedPart } from './asked-part.tsx';
import css from './article.module.css';

/** One article, whole. It comes in parts, of which each becomes an element of text. */
export function Article({ id }: { id: string }) {
  const t = useTranslate();
  const visit = usePageContext();
  const ask = async () => {
    const reply = await visit.api(getArticle, { id, ...shelfOf(visit) });
    if (reply.is === 'done') return { at: 'shown' as const, found: reply.data };
    return { at: reply.is === 'noAnswer' ? ('failed' as const) : ('gone' as const) };
  };
  return (
    <>
      <p className={css.back}>
        <a href={pageRoutes.help}>{t('help.all')}</a>
      </p>
      <AskedPart key={visit.language} ask={ask}>
        {(article) => <Whole article={article} />}
      </AskedPart>
    </>
  );
}

function Whole({ article: { title, summary, body } }: { article: DataOf<typeof getArticle> }) {
  const t = useTranslate();
  return (
    <article className={css.article}>
      <h2>{title}</h2>
      <p className={css.summary}>{summary}</p>
      {body.map((block, i) => (
        <Block key={i} block={block} />
      ))}
      <p className={css.print}>
        <Button kind="text" onClick={() => print()}>
          {t('help.print')}
        </Button>
      </p>
    </article>
  );
}

function Block({ block }: { block: ArticleBlock }) {
  switch (block.is) {
    case 'heading':
      return (
        <h3>
          <Line pieces={block.line} />
        </h3>
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
  const words = strong ? <strong>{text}</strong> : text;
  return link ? (
    <a href={link} rel="noopener">
      {words}
    </a>
  ) : (
    words
  );
}
