import { Steps } from '../../ui/steps.tsx';
import { NamePerson } from './name-person.tsx';
import { ProveByCode } from './prove-by-code.tsx';

interface Props {
  /** Where what is typed is kept for whoever comes back. */
  person: { name: string; idNumber: string };
  /** The handle for a code, once somebody was named. */
  named: string | undefined;
  onNamed(preServiceId: string | undefined): void;
  onProven(serviceId: string): void;
}

/** First who, then a code to the number that is on record for them. */
export function ProvePerson({ person, named, onNamed, onProven }: Props) {
  return (
    <Steps at={named ? 'code' : 'name'}>
      {named ? (
        <ProveByCode preServiceId={named} onProven={onProven} onBack={() => onNamed(undefined)} />
      ) : (
        <NamePerson person={person} onNamed={onNamed} />
      )}
    </Steps>
  );
}
