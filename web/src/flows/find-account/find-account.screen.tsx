import { useEffect, useState } from 'react';
import { BackToSignIn } from '../../parts/back-to-sign-in.tsx';
import { ProveAccount } from '../../parts/prove-account/prove-account.tsx';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { BackButton } from '../../ui/page/back.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { Steps } from '../../ui/page/steps.tsx';
import { Tabs } from '../../ui/page/tabs.tsx';
import { FoundAccounts } from './found-accounts.tsx';
import { NamePerson } from './name-person.tsx';
import { type Method, type Step, loadStep, saveStep } from './persisted-step.ts';
import { ProveByCode } from './prove-by-code.tsx';

/** Forgotten account: by a mobile number or e-mail, or by name and ID number; both are proven by a code. */
export function FindAccount() {
  const t = useTranslate();
  const [account] = useState({ typed: '' });
  // Kept here, so that a change of tabs loses neither the typed name nor the step.
  const [person] = useState({ name: '', idNumber: '' });
  const [{ method, preServiceId, serviceId }, setStep] = useState<Step>({ method: 'contact' });
  useEffect(() => {
    const saved = loadStep();
    if (saved) setStep(saved);
  }, []);

  function go(next: Step) {
    saveStep(next);
    setStep(next);
  }

  const named = method === 'person' && preServiceId !== undefined && !serviceId;
  const methods = (
    <>
      <PageHead title={t('page.findAccount')} lead={t('findAccount.lead')} />
      <Tabs<Method>
        label={t('page.findAccount')}
        tabs={[
          { name: 'contact', label: t('findAccount.byContact') },
          { name: 'person', label: t('findAccount.byPerson') },
        ]}
        selected={method}
        onSelect={(chosen) => go({ method: chosen, preServiceId })}
      >
        {method === 'contact' ? (
          <ProveAccount
            bizType="FIND_ACCOUNT"
            account={account}
            accountLabel={t('findAccount.account')}
            submitText={t('findAccount.submit')}
            onProven={(verified) => go({ method, serviceId: verified.serviceId })}
          />
        ) : (
          <Steps at={preServiceId ? 'code' : 'name'}>
            {preServiceId ? (
              <ProveByCode preServiceId={preServiceId} onProven={(id) => go({ method, serviceId: id })} />
            ) : (
              <NamePerson person={person} onNamed={(id) => go({ method, preServiceId: id })} />
            )}
          </Steps>
        )}
      </Tabs>
    </>
  );
  return (
    <>
      {named ? (
        <BackButton onClick={() => go({ method })}>{t('common.back')}</BackButton>
      ) : (
        <BackToSignIn account={account} />
      )}
      <Steps at={serviceId ? 'found' : 'prove'}>
        {serviceId ? (
          <FoundAccounts
            serviceId={serviceId}
            account={method === 'contact' ? account : undefined}
            onStartOver={() => go({ method })}
          />
        ) : (
          methods
        )}
      </Steps>
    </>
  );
}
