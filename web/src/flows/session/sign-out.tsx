import { useTranslate } from '../../platform/i18n/texts.ts';
import { Button } from '../../ui/button.tsx';
import { useSession } from './use-session.ts';

export function SignOut() {
  const t = useTranslate();
  const { busy, act } = useSession();
  return (
    <Button disabled={busy} onClick={() => act({ type: 'signOut' })}>
      {t('home.signOut')}
    </Button>
  );
}
