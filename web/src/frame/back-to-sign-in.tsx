import { pageRoutes } from '@foyer/contract/page-routes';
import { useTexts } from '../platform/texts.ts';
import css from './back-to-sign-in.module.css';

export function BackToSignIn() {
  const say = useTexts();
  return (
    <p className={css.back}>
      <a href={pageRoutes.login}>{say('back.signIn')}</a>
    </p>
  );
}
