import { useState } from 'react';
import { ProveAccount } from '../../parts/prove-account/prove-account.tsx';
import { useTexts } from '../../platform/texts.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { FoundAccounts } from './found-accounts.tsx';
import { ProvePerson } from './prove-person.tsx';

type Way = 'contact' | 'person';

/** Forgotten account: by a number or address still at hand, or by name and ID number; always proven by a code. */
export function FindAccount({ account }: { account: { typed: string } }) {
  const say = useTexts();
  const [way, setWay] = useState<Way>('contact');
  const [serviceId, setServiceId] = useState<string>();
  if (serviceId) return <FoundAccounts serviceId={serviceId} onStartOver={() => setServiceId(undefined)} />;
  return (
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
        <ProvePerson onProven={setServiceId} />
      )}
    </Tabs>
  );
}
