import { pageRoutes } from '@foyer/contract/page-routes';
import { PlainPage } from '../frame/plain-page.tsx';
import { useTexts } from '../platform/texts.ts';
import { leave } from '../platform/leave.ts';
import { Button } from '../ui/button.tsx';
import css from '../frame/back-to-sign-in.module.css';

export function CookieHintPage() {
  const say = useTexts();
  return (
    <PlainPage title={say('page.cookieHint')}>
      <p>{say('cookie.desc')}</p>
      <div className={css.back}>
        <Button onClick={() => leave(pageRoutes.login)}>{say('cookie.retry')}</Button>
      </div>
    </PlainPage>
  );
}
