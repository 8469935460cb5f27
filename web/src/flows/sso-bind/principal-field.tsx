import { type ClipboardEvent, useRef, useState } from 'react';
import { isMasked, readMobile } from '@foyer/contract/rules/account-rules';
import type { BindProblem } from '@foyer/contract/rules/sso-bind-rules';
import { longest, sso } from '@foyer/contract/limits';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { typeInto } from '../../platform/forms/input-events.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { useProblem } from '../../ui/fields/problem.ts';
import type { Kind } from './sso-bind.machine.ts';

interface Props {
  kind: Kind;
  /** The mobile number or e-mail from the company. */
  hint: string | undefined;
  /** What was typed before a reload. */
  typed: string | undefined;
  problems: { principal?: BindProblem };
}

const textKeys = { MOBILE: 'phone', EMAIL: 'email' } as const;

/** Normalizes a pasted number, which `maxLength` would otherwise cut. */
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

/**
 * A field for a mobile number or an e-mail. Focus selects the one from the company, so that typing replaces all of it; so does
 * one Backspace anywhere in it, since a part of a masked value is of no use. It is offered again.
 */
export function PrincipalField({ kind, hint, typed, problems }: Props) {
  const t = useTranslate();
  const { principal } = problems;
  const field = useRef<HTMLInputElement>(null);
  const [isOther, setOther] = useState(typed !== undefined && typed !== hint);
  const problem = useProblem(problems, principal && t(`sso.bind.${textKeys[kind]}.${principal}`));
  const label = t(kind === 'MOBILE' ? 'sso.bind.tab.mobile' : 'sso.bind.tab.email');
  return (
    <Field
      name="principal"
      label={label}
      placeholder={t(kind === 'MOBILE' ? 'contact.mobile.placeholder' : 'contact.email.placeholder')}
      defaultValue={typed ?? hint}
      problem={problem}
      ref={field}
      note={
        hint &&
        isOther && (
          <Button kind="text" onClick={offerHint}>
            {t('sso.bind.useHint', { principal: hint })}
          </Button>
        )
      }
      {...inputs[kind]}
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="next"
      onFocus={({ target }) => target.value === hint && target.select()}
      onInput={({ currentTarget }) => setOther(currentTarget.value !== hint)}
      onKeyDown={(event) => {
        const { key, currentTarget } = event;
        if ((key !== 'Backspace' && key !== 'Delete') || currentTarget.value !== hint || !isMasked(hint)) return;
        event.preventDefault();
        typeInto(currentTarget, '');
      }}
    />
  );

  function offerHint() {
    typeInto(field.current!, hint!);
    field.current!.focus();
  }
}
