import type { RefObject } from 'react';
import { longest, sso } from '@foyer/contract/limits';
import { useTexts } from '../../platform/texts.ts';
import { Field } from '../../ui/field.tsx';
import { useProblem } from '../../ui/problem.ts';
import type { Kind } from './sso-bind.machine.ts';

interface Props {
  ref: RefObject<HTMLInputElement | null>;
  kind: Kind;
  /** What the company told, masked. */
  told: string | undefined;
  problem: 'empty' | 'invalid' | undefined;
  cause: unknown;
}

const words = { MOBILE: 'phone', EMAIL: 'email' } as const;
const inputs = {
  MOBILE: { inputMode: 'numeric', autoComplete: 'tel-national', maxLength: sso.phoneDigits },
  EMAIL: { inputMode: 'email', autoComplete: 'email', maxLength: longest.email },
} as const;

/** A mobile number or an e-mail address; a masked one is replaced as a whole. */
export function BindAddress({ ref, kind, told, problem, cause }: Props) {
  const say = useTexts();
  const shown = useProblem(cause, problem && say(`sso.bind.${words[kind]}.${problem}`));
  const label = say(kind === 'MOBILE' ? 'sso.bind.tab.mobile' : 'sso.bind.tab.email');
  return (
    <Field
      ref={ref}
      name="address"
      label={label}
      placeholder={label}
      defaultValue={told}
      problem={shown}
      {...inputs[kind]}
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="next"
      onFocus={({ target }) => target.value === told && target.select()}
    />
  );
}
