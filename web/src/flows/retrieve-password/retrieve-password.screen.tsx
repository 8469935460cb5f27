import { useState } from 'react';
import { pageRoutes } from '@foyer/contract/page-routes';
import { type Again, ProveAccount } from '../../parts/prove-account/prove-account.tsx';
import { useTexts } from '../../platform/texts.ts';
import { ChooseNewPassword } from './choose-new-password.tsx';
import css from './retrieve-password.module.css';

type Step =
  | { at: 'prove'; again?: Again }
  | { at: 'choose'; account: string; serviceId: string }
  | { at: 'done'; account: string };

/** Forgotten password: prove the account by a code, choose a new password, sign in with it. */
export function RetrievePassword() {
  const say = useTexts();
  const [step, setStep] = useState<Step>({ at: 'prove' });
  switch (step.at) {
    case 'prove':
      return (
        <ProveAccount bizType="RETRIEVE" again={step.again} onProven={(proof) => setStep({ at: 'choose', ...proof })} />
      );
    case 'choose':
      return (
        <ChooseNewPassword
          serviceId={step.serviceId}
          onDone={() => setStep({ at: 'done', account: step.account })}
          onStartOver={(why) => setStep({ at: 'prove', again: { account: step.account, why } })}
        />
      );
    case 'done':
      return (
        <div role="status">
          <p className={css.done}>{say('idcheck.success')}</p>
          <a className={css.signIn} href={`${pageRoutes.login}?localAccount=${encodeURIComponent(step.account)}`}>
            {say('back.signIn')}
          </a>
        </div>
      );
  }
}
