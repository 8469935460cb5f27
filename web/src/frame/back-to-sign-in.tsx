import { pageRoutes } from '@foyer/contract/page-routes';
import { LinkWithAccount } from '../parts/link-with-account.tsx';
import { useTexts } from '../platform/texts.ts';
import css from './back-to-sign-in.module.css';

const nobody = { typed: '' };

export function BackToSignIn({ account = nobody }: { account?: { typed: string } }) {
  const say = useTexts();
  return (
    <p className={css.back}>
      <LinkWithAccount to={pageRoutes.login} account={account}>
        {say('back.signIn')}
      </LinkWithAccount>
    </p>
  );
}
