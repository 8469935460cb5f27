import { useState } from 'react';
import { NamePerson } from './name-person.tsx';
import { ProveByCode } from './prove-by-code.tsx';

type Step = { at: 'name' } | { at: 'code'; preServiceId: string };

/** First who, then a code to the number that is on record for them. */
export function ProvePerson({ onProven }: { onProven(serviceId: string): void }) {
  const [step, setStep] = useState<Step>({ at: 'name' });
  const [person] = useState({ name: '', idNumber: '' });
  return step.at === 'name' ? (
    <NamePerson person={person} onNamed={(preServiceId) => setStep({ at: 'code', preServiceId })} />
  ) : (
    <ProveByCode preServiceId={step.preServiceId} onProven={onProven} onBack={() => setStep({ at: 'name' })} />
  );
}
