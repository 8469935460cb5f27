import { useEffect, useState } from 'react';
import type { VerifiedAccount } from '../../parts/prove-account/prove-account.machine.ts';
import { ProveAccount, type Retry } from '../../parts/prove-account/prove-account.tsx';
import { Steps } from '../../ui/steps.tsx';
import { ChooseNewPassword } from './choose-new-password.tsx';
import { PasswordReset } from './password-reset.tsx';
import { loadVerifiedAccount, removeVerifiedAccount, saveVerifiedAccount } from './persisted-account.ts';

interface Props {
  /** The typed account, shared with links to other pages. */
  account: { typed: string };
  /** The last step is shown, which has its own link to sign-in. */
  onDone(): void;
}

type Step = { at: 'prove'; retry?: Retry } | ({ at: 'choose' } & VerifiedAccount) | { at: 'done'; account: string };

/** Forgotten password: prove the account by a code, then choose a new password. */
export function RetrievePassword({ account, onDone }: Props) {
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
    if (next.at === 'done') onDone();
  }

  return <Steps at={step.at}>{content()}</Steps>;

  function content() {
    switch (step.at) {
      case 'prove':
        return <ProveAccount bizType="RETRIEVE" account={account} retry={step.retry} onProven={choose} />;
      case 'choose':
        return (
          <ChooseNewPassword
            serviceId={step.serviceId}
            onDone={() => leaveChoose({ at: 'done', account: step.account })}
            onStartOver={(failure) => leaveChoose({ at: 'prove', retry: { account: step.account, failure } })}
          />
        );
      case 'done':
        return <PasswordReset account={step.account} />;
    }
  }
}
