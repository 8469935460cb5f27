import type { MouseEvent } from 'react';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { ownAddress } from '../platform/navigation/page-url.ts';
import { useTexts } from '../platform/i18n/texts.ts';
import css from './back-to-sign-in.module.css';

/** The account goes along, also from a step where its field is gone. */
export function BackToSignIn({ account }: { account?: { typed: string } }) {
  const say = useTexts();
  const take = ({ currentTarget }: MouseEvent<HTMLAnchorElement>) => {
    const typed = account?.typed.trim();
    if (typed) currentTarget.href = ownAddress(pageRoutes.login, { localAccount: typed });
  };
  return (
    <p className={css.back}>
      <a href={pageRoutes.login} data-takes onClick={take} onAuxClick={take}>
        {say('back.signIn')}
      </a>
    </p>
  );
}
