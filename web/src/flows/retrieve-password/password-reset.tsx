import { retrieve } from '@foyer/contract/limits';
import { isMasked } from '@foyer/contract/rules/account-rules';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { LeaveSoon } from '../../parts/leave-soon.tsx';
import { navigate } from '../../platform/navigation/navigate.ts';
import { pageUrl } from '../../platform/navigation/page-url.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { PageMessage } from '../../ui/page/page-message.tsx';
import { SealedDocument } from '../../ui/icons/pictures.tsx';

/** Confirms the reset and returns to sign-in by itself, unless the person stays. */
export function PasswordReset({ account, masked }: { account: string; masked: string }) {
  const t = useTranslate();
  // The card of a masked account is on the sign-in page.
  const signInUrl = pageUrl(pageRoutes.login, isMasked(account) ? {} : { localAccount: account });
  return (
    <PageMessage
      picture={<SealedDocument />}
      title={t('retrieve.done')}
      lead={t('retrieve.done.lead', { account: masked })}
    >
      <ButtonLink kind="main" href={signInUrl}>
        {t('login.submit')}
      </ButtonLink>
      <LeaveSoon after={retrieve.redirectAfter} text="retrieve.leaving" onLeave={() => navigate(signInUrl)} />
    </PageMessage>
  );
}
