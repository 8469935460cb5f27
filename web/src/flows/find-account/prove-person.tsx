import { useState } from 'react';
import { NamePerson } from './name-person.tsx';
import { ProveByCode } from './prove-by-code.tsx';

/** First who, then a code to the number that is on record for them. */
export function ProvePerson({ onProven }: { onProven(serviceId: string): void }) {
  const [preServiceId, setPreServiceId] = useState<string>();
  return preServiceId ? (
    <ProveByCode preServiceId={preServiceId} onProven={onProven} />
  ) : (
    <NamePerson onNamed={setPreServiceId} />
  );
}
