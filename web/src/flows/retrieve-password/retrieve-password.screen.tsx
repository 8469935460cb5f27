import { useState } from 'react';
import { type Again, ProveAccount } from '../../parts/prove-account/prove-account.tsx';
import { ChooseNewPassword } from './choose-new-password.tsx';
import { PasswordReset } from './password-reset.tsx';

interface Props {
  /** Where what is typed as account is kept for whoever links to another page. */
  account: { typed: string };
  /** From here on the way back to sign-in is ours. */
  onDone(): void;
}

type Step =
  | { at: 'prove'; again?: Again }
  | { at: 'choose'; account: string; serviceId: string }
  | { at: 'done'; account: string };

/** Forgotten password: prove the account by a code, choose a new password, sign in with it. */
export function RetrievePassword({ account, onDone }: Props) {
  const [step, setStep] = useState<Step>({ at: 'prove' });
  switch (step.at) {
    case 'prove':
      return (
        <ProveAccount
          bizType="RETRIEVE"
          account={account}
          again={step.again}
          onProven={(proof) => setStep({ at: 'choose', ...proof })}
        />
      );
    case 'choose':
      return (
        <ChooseNewPassword
          serviceId={step.serviceId}
          onDone={() => {
            setStep({ at: 'done', account: step.account });
            onDone();
          }}
          onStartOver={(why) => setStep({ at: 'prove', again: { account: step.account, why } })}
        />
      );
    case 'done':
      return <PasswordReset account={step.account} />;
  }
}
