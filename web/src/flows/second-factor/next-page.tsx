import { useEffect, useState } from 'react';
import { getInteractionApplication } from '@foyer/contract/flows/oidc-provider';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { resolveRedirect, storedRedirect } from '../../platform/navigation/navigate.ts';
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
  const { api, config, language, view } = page;
  const { host, origin, pathname } = new URL(resolveRedirect(page, url ?? storedRedirect()), location.origin);
  const uid = origin === location.origin ? interaction.exec(pathname)?.[1] : undefined;
  const shown = view?.application[language];
  const [application, setApplication] = useState<string>();

  useEffect(() => {
    if (shown !== undefined || uid === undefined) return;
    // After a change of language the reply in the former one must not replace the newer name.
    const replaced = new AbortController();
    void api(getInteractionApplication, { uid }, { signal: replaced.signal }).then((reply) => {
      if (reply.is === 'done' && !replaced.signal.aborted) setApplication(reply.data.application);
    });
    return () => replaced.abort();
  }, [api, language, shown, uid]);

  const isHome = [config.home, config.homeOnPhones]
    .map((home) => new URL(home, location.origin))
    .some((home) => home.host === host && home.pathname === pathname);
  const place = isHome ? t('page.home') : `${host}${pathname}`;
  const target = shown ?? (uid === undefined ? place : application);
  // The line keeps its height until the name is known.
  return <p className={css.next}>{target === undefined ? '\u00a0' : t('mfa.next', { target })}</p>;
}
