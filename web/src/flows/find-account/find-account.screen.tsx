import { useEffect, useState } from 'react';
import { ProveAccount } from '../../parts/prove-account/prove-account.tsx';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { Steps } from '../../ui/steps.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { FoundAccounts } from './found-accounts.tsx';
import { type Stand, type Way, keepStand, keptStand } from './persisted-step.ts';
import { ProvePerson } from './prove-person.tsx';

/** Forgotten account: by a number or address still at hand, or by name and ID number; always proven by a code. */
export function FindAccount({ account }: { account: { typed: string } }) {
  const t = useTranslate();
  // Here, so that a look at the other tab forgets neither who was named nor that they were.
  const [person] = useState({ name: '', idNumber: '' });
  const [{ way, named, serviceId }, setStand] = useState<Stand>({ way: 'contact' });
  useEffect(() => {
    const stood = keptStand();
    if (stood) setStand(stood);
  }, []);

  function stand(next: Stand) {
    keepStand(next);
    setStand(next);
  }

  const ways = (
    <Tabs<Way>
      label={t('page.findAccount')}
      tabs={[
        { name: 'contact', label: t('findAccount.byContact') },
        { name: 'person', label: t('findAccount.byPerson') },
      ]}
      selected={way}
      onSelect={(chosen) => stand({ way: chosen, named })}
    >
      {way === 'contact' ? (
        <ProveAccount
          bizType="FIND_ACCOUNT"
          account={account}
          onProven={(proof) => stand({ way, serviceId: proof.serviceId })}
        />
      ) : (
        <ProvePerson
          person={person}
          named={named}
          onNamed={(handle) => stand({ way, named: handle })}
          onProven={(proof) => stand({ way, serviceId: proof })}
        />
      )}
    </Tabs>
  );
  return (
    <Steps at={serviceId ? 'found' : 'prove'}>
      {serviceId ? <FoundAccounts serviceId={serviceId} onStartOver={() => stand({ way })} /> : ways}
    </Steps>
  );
}
