import { getInteractionApplication } from '@foyer/contract/flows/oidc-provider';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { resolveRedirect, storedRedirect } from '../../platform/navigation/navigate.ts';
import { useLoad } from '../../platform/machine/use-load.ts';
import { usePageContext } from '../../platform/page-context.ts';
import css from './second-factor.module.css';

/** The redirect URL of a sign-in to an application. */
const interaction = /^\/oidc\/interaction\/([\w-]+)$/;

/**
 * Says where the person goes on to: an application and the workspace by their names, any other redirect URL without its
 * query, which may carry secrets.
 */
export function NextPage({ url }: { url: string | undefined }) {
  const t = useTranslate();
  const page = usePageContext();
  const { config, language, view } = page;
  const { host, origin, pathname } = new URL(resolveRedirect(page, url ?? storedRedirect()), location.origin);
  const uid = origin === location.origin ? interaction.exec(pathname)?.[1] : undefined;
  const shown = view?.application[language];

  if (uid !== undefined && shown === undefined) return <NextApplication uid={uid} />;
  const isHome = [config.home, config.homeOnPhones]
    .map((home) => new URL(home, location.origin))
    .some((home) => home.host === host && home.pathname === pathname);
  const place = isHome ? t('page.home') : `${host}${pathname}`;
  return <p className={css.next}>{t('mfa.next', { target: shown ?? place })}</p>;
}

/** The line keeps its height until the name is known. */
function NextApplication({ uid }: { uid: string }) {
  const t = useTranslate();
  const { api, language } = usePageContext();
  const { data } = useLoad((signal) => api(getInteractionApplication, { uid }, { signal }), language);
  return <p className={css.next}>{data ? t('mfa.next', { target: data.application }) : '\u00a0'}</p>;
}
