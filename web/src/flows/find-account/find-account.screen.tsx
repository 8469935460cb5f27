import { useState } from 'react';
import { ProveAccount } from '../../parts/prove-account/prove-account.tsx';
import { useTexts } from '../../platform/texts.ts';
import { Steps } from '../../ui/steps.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { FoundAccounts } from './found-accounts.tsx';
import { ProvePerson } from './prove-person.tsx';

type Way = 'contact' | 'person';

/** Forgotten account: by a number or address still at hand, or by name and ID number; always proven by a code. */
export function FindAccount({ account }: { account: { typed: string } }) {
  const say = useTexts();
  const [way, setWay] = useState<Way>('contact');
  // Here, so that a look at the other tab forgets neither who was named nor that they were.
  const [person] = useState({ name: '', idNumber: '' });
  const [named, setNamed] = useState<string>();
  const [serviceId, setServiceId] = useState<string>();
  const ways = (
    <Tabs<Way>
      label={say('page.findAccount')}
      tabs={[
        { name: 'contact', label: say('findAccount.byContact') },
        { name: 'person', label: say('findAccount.byPerson') },
      ]}
      selected={way}
      onSelect={(chosen) => setWay(chosen)}
    >
      {way === 'contact' ? (
        <ProveAccount bizType="FIND_ACCOUNT" account={account} onProven={(proof) => setServiceId(proof.serviceId)} />
      ) : (
        <ProvePerson person={person} named={named} onNamed={setNamed} onProven={setServiceId} />
      )}
    </Tabs>
  );
  return (
    <Steps at={serviceId ? 'found' : 'prove'}>
      {serviceId ? <FoundAccounts serviceId={serviceId} onStartOver={startOver} /> : ways}
    </Steps>
  );

  function startOver() {
    setNamed(undefined);
    setServiceId(undefined);
  }
}
