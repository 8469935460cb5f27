import { useEffect, useState } from 'react';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { mask, readAccount } from '@foyer/contract/rules/account-rules';
import { BackToSignIn } from '../../parts/back-to-sign-in.tsx';
import type { CardAccount } from '../../parts/prove-account/card-account.ts';
import type { VerifiedAccount } from '../../parts/prove-account/prove-account.machine.ts';
import { ProveAccount, type Retry } from '../../parts/prove-account/prove-account.tsx';
import { Rich } from '../../platform/i18n/rich.tsx';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { BackButton } from '../../ui/page/back.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { StepList } from '../../ui/page/step-list.tsx';
import { Steps } from '../../ui/page/steps.tsx';
import { ChooseNewPassword } from './choose-new-password.tsx';
import { loadVerifiedAccount, removeVerifiedAccount, saveVerifiedAccount } from './persisted-account.ts';
import { PasswordReset } from './password-reset.tsx';
import css from './retrieve-password.module.css';

type Step = { at: 'prove'; retry?: Retry } | ({ at: 'choose' } & VerifiedAccount) | { at: 'done'; account: string };

/** Forgotten password: prove the account by a code, then choose a new password. */
export function RetrievePassword() {
  const t = useTranslate();
  const [account] = useState<{ typed: string; card?: CardAccount }>({ typed: '' });
  const [step, setStep] = useState<Step>({ at: 'prove' });
  useEffect(() => {
    const verified = loadVerifiedAccount();
    if (verified) setStep({ at: 'choose', ...verified });
  }, []);

  function choose(verified: VerifiedAccount) {
    saveVerifiedAccount(verified);
    setStep({ at: 'choose', ...verified });
  }

  function leaveChoose(next: Step) {
    removeVerifiedAccount();
    setStep(next);
  }

  const steps = [t('retrieve.step.verify'), t('retrieve.step.password'), t('retrieve.step.done')];
  return <Steps at={step.at}>{content()}</Steps>;

  function content() {
    switch (step.at) {
      case 'prove':
        return (
          <>
            <BackToSignIn account={account} />
            <StepList steps={steps} at={0} />
            <PageHead title={t('page.retrieve')} lead={t('retrieve.lead')} />
            <ProveAccount
              bizType="RETRIEVE"
              account={account}
              retry={step.retry}
              submitText={t('common.next')}
              onProven={choose}
            />
            <div className={css.other}>
              <a href={pageRoutes.findAccount}>{t('login.forgotAccount')}</a>
            </div>
          </>
        );
      case 'choose':
        return (
          <>
            <BackButton onClick={() => leaveChoose({ at: 'prove' })}>{t('common.back')}</BackButton>
            <StepList steps={steps} at={1} />
            <PageHead
              title={t('retrieve.choose')}
              lead={<Rich text={t('retrieve.choose.lead')} slots={{ account: <b>{masked(step.account)}</b> }} />}
            />
            <ChooseNewPassword
              account={step.account}
              serviceId={step.serviceId}
              onDone={() => leaveChoose({ at: 'done', account: step.account })}
              onStartOver={(failure) => leaveChoose({ at: 'prove', retry: { account: step.account, failure } })}
            />
          </>
        );
      case 'done':
        return <PasswordReset account={step.account} masked={masked(step.account)} />;
    }
  }
}

const masked = (account: string) => mask(readAccount(account)?.value ?? account);
