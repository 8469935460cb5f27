import { pageRoutes } from '@foyer/contract/pages/page-routes';
import type { Sentence } from '@foyer/contract/call';
import type { RefusalName } from '@foyer/contract/result-codes';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useLoad } from '../../platform/machine/use-load.ts';
import { LinkWithAccount } from '../../parts/link-with-account.tsx';
import { type PageContext, usePageContext } from '../../platform/page-context.ts';
import { ArticleLink } from './article-link.tsx';
import css from './explanation.module.css';
import { type ArticleSummary, loadArticles } from './load-articles.ts';

const cache = new Map<string, Promise<ArticleSummary | undefined>>();

/** What helps after a refusal, besides an article. A PC has both on the page already. */
const remedies: Partial<Record<RefusalName, 'reset' | 'support'>> = {
  wrongCredentials: 'reset',
  lockedOut: 'reset',
  accountDisabled: 'support',
  cannotReceiveCodes: 'support',
  codeLimitReached: 'support',
  codeNotSent: 'support',
};

/** Links to what helps after a refusal: to the article that explains it, and on a phone to what the form does not offer. */
export function Explanation({ said }: { said: unknown }) {
  const refusal = (said as { message?: Sentence } | undefined)?.message?.name;
  const t = useTranslate();
  const page = usePageContext();
  const { data } = useLoad(async () => {
    if (!refusal) return { is: 'noResponse' as const };
    // The texts of the links are not in the first load of every page.
    const loaded = await Promise.all([articleOn(page, refusal), page.loadAllTexts()]).catch(() => undefined);
    return loaded ? { is: 'done' as const, data: { refusal, article: loaded[0] } } : { is: 'noResponse' as const };
  }, `${page.language} ${refusal}`);
  if (!data || data.refusal !== refusal) return null;
  const { article } = data;
  const remedy = remedies[data.refusal];
  const { device } = page.variant;
  return (
    <span className={css.explanation}>
      {article && <ArticleLink article={article} from="refusal" label={t('help.explain')} />}
      {remedy === 'reset' && device === 'mobileWeb' && page.config.methods.retrieve && (
        <LinkWithAccount to={pageRoutes.retrieve} newTab>
          {t('login.forgotPassword')}
        </LinkWithAccount>
      )}
      {remedy === 'support' && device !== 'pc' && <a href={`mailto:${page.config.support}`}>{t('help.support')}</a>}
    </span>
  );
}

function articleOn(page: PageContext, refusal: RefusalName) {
  const key = `${page.language} ${refusal}`;
  const article =
    cache.get(key) ??
    loadArticles(page, undefined, refusal).then((reply) => (reply.is === 'done' ? reply.data.data[0] : undefined));
  cache.set(key, article);
  return article;
}
