import type { MouseEvent } from 'react';
import { isMasked } from '@foyer/contract/rules/account-rules';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { pageUrl } from '../platform/navigation/page-url.ts';
import { useTranslate } from '../platform/i18n/texts.ts';
import { BackLink } from '../ui/page/back.tsx';

/** Takes the typed account along, also from a step that no longer shows its field. */
export function BackToSignIn({ account }: { account?: { typed: string } }) {
  const t = useTranslate();
  const take = ({ currentTarget }: MouseEvent<HTMLAnchorElement>) => {
    const typed = account?.typed.trim();
    // The sign-in page has the card of a masked account.
    if (typed) currentTarget.href = pageUrl(pageRoutes.login, isMasked(typed) ? {} : { localAccount: typed });
  };
  return (
    <BackLink href={pageRoutes.login} data-with-account="" onClick={take} onAuxClick={take}>
      {t('back.signIn')}
    </BackLink>
  );
}
