import type { ClipboardEvent, RefObject } from 'react';
import { readMobile } from '@foyer/contract/rules/account-rules';
import { longest, sso } from '@foyer/contract/limits';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { typeInto } from '../../platform/forms/type-into.ts';
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
/** A number in another spelling, before the field's end cuts it off. */
function onPaste(event: ClipboardEvent<HTMLInputElement>) {
  const number = readMobile(event.clipboardData.getData('text'));
  if (!number) return;
  event.preventDefault();
  typeInto(event.currentTarget, number);
}

const inputs = {
  MOBILE: { inputMode: 'numeric', autoComplete: 'tel-national', maxLength: sso.phoneDigits, onPaste },
  EMAIL: { inputMode: 'email', autoComplete: 'email', maxLength: longest.email },
} as const;

/** A mobile number or an e-mail address; a masked one is replaced as a whole. */
export function BindAddress({ ref, kind, told, problem, cause }: Props) {
  const t = useTranslate();
  const shown = useProblem(cause, problem && t(`sso.bind.${words[kind]}.${problem}`));
  const label = t(kind === 'MOBILE' ? 'sso.bind.tab.mobile' : 'sso.bind.tab.email');
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
