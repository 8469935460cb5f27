import { useState } from 'react';
import { pageRoutes } from '@foyer/contract/page-routes';
import { useTexts } from '../../platform/texts.ts';
import { ChooseNewPassword } from './choose-new-password.tsx';
import { ProveAccount } from '../../parts/prove-account/prove-account.tsx';
import css from './retrieve-password.module.css';

type Step = { at: 'prove' } | { at: 'choose'; account: string; serviceId: string } | { at: 'done'; account: string };

/** Forgotten password: prove the account by a code, choose a new password, sign in with it. */
export function RetrievePassword() {
  const say = useTexts();
  const [step, setStep] = useState<Step>({ at: 'prove' });
  switch (step.at) {
    case 'prove':
      return <ProveAccount bizType="RETRIEVE" onProven={(proof) => setStep({ at: 'choose', ...proof })} />;
    case 'choose':
      return (
        <ChooseNewPassword
          serviceId={step.serviceId}
          onDone={() => setStep({ at: 'done', account: step.account })}
          onStartOver={() => setStep({ at: 'prove' })}
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
