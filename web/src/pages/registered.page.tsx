import { getCurrentAccount } from '@foyer/contract/flows/session';
import { registered } from '@foyer/contract/limits';
import { PlainPage } from '../layout/plain-page.tsx';
import { LeaveSoon } from '../parts/leave-soon.tsx';
import { finishSignIn, resolveRedirect } from '../platform/navigation/navigate.ts';
import { useTranslate } from '../platform/i18n/texts.ts';
import { useLoad } from '../platform/machine/use-load.ts';
import { usePageContext } from '../platform/page-context.ts';
import { Button } from '../ui/button.tsx';
import { PageMessage } from '../ui/page/page-message.tsx';
import { SealedDocument } from '../ui/icons/pictures.tsx';

/** Confirms the registration and goes on to the workspace, unless the person stays. */
export function Page() {
  const t = useTranslate();
  const page = usePageContext();
  const { data } = useLoad((signal) => page.api(getCurrentAccount, {}, { signal }));
  const account = data && (data.mobile ?? data.email);
  const enter = () => finishSignIn(page, resolveRedirect(page, undefined));

  return (
    <PlainPage>
      <PageMessage
        picture={<SealedDocument />}
        title={t('register.success.title')}
        lead={account && t('register.success.desc', { account })}
      >
        <Button kind="main" onClick={enter}>
          {t('register.success.enter')}
        </Button>
        <LeaveSoon after={registered.redirectAfter} text="register.success.leaving" onLeave={enter} />
      </PageMessage>
    </PlainPage>
  );
}
