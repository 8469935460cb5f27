import { useEffect, useState } from 'react';
import type { Proof } from '../../parts/prove-account/prove-account.machine.ts';
import { type Again, ProveAccount } from '../../parts/prove-account/prove-account.tsx';
import { Steps } from '../../ui/steps.tsx';
import { ChooseNewPassword } from './choose-new-password.tsx';
import { dropProof, keepProof, keptProof } from './persisted-proof.ts';
import { PasswordReset } from './password-reset.tsx';

interface Props {
  /** Where what is typed as account is kept for whoever links to another page. */
  account: { typed: string };
  /** From here on the way back to sign-in is ours. */
  onDone(): void;
}

type Step = { at: 'prove'; again?: Again } | ({ at: 'choose' } & Proof) | { at: 'done'; account: string };

/** Forgotten password: prove the account by a code, choose a new password, sign in with it. */
export function RetrievePassword({ account, onDone }: Props) {
  const [step, setStep] = useState<Step>({ at: 'prove' });
  useEffect(() => {
    const proof = keptProof();
    if (proof) setStep({ at: 'choose', ...proof });
  }, []);

  function choose(proof: Proof) {
    keepProof(proof);
    setStep({ at: 'choose', ...proof });
  }

  function leaveProof(next: Step) {
    dropProof();
    setStep(next);
    if (next.at === 'done') onDone();
  }

  return <Steps at={step.at}>{shown()}</Steps>;

  function shown() {
    switch (step.at) {
      case 'prove':
        return <ProveAccount bizType="RETRIEVE" account={account} again={step.again} onProven={choose} />;
      case 'choose':
        return (
          <ChooseNewPassword
            serviceId={step.serviceId}
            onDone={() => leaveProof({ at: 'done', account: step.account })}
            onStartOver={(why) => leaveProof({ at: 'prove', again: { account: step.account, why } })}
          />
        );
      case 'done':
        return <PasswordReset account={step.account} />;
    }
  }
}
