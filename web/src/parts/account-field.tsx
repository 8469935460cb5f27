import { type RefObject, useLayoutEffect, useState } from 'react';
import { readAccount } from '@foyer/contract/rules/account-rules';
import { input as inputLimits } from '@foyer/contract/limits';
import { save, load } from '../platform/storage/persisted.ts';
import { useTranslate } from '../platform/i18n/texts.ts';
import { typeInto } from '../platform/forms/type-into.ts';
import { usePageContext } from '../platform/page-context.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { useProblem } from '../ui/problem.ts';

export type AccountProblem = 'empty' | 'invalid';

interface Props {
  ref: RefObject<HTMLInputElement | null>;
  /** What was typed on another tab. */
  typed: string;
  problem: AccountProblem | undefined;
  /** Changes with every attempt, so that the same problem is told again. */
  cause: unknown;
  autoComplete: string;
}

const problems = {
  empty: 'login.account.empty',
  invalid: 'login.account.invalid',
} as const;

/** One field for mobile number or e-mail; the address of the page may fill it in, or fix it. */
export function AccountField({ ref, typed, problem, cause, autoComplete }: Props) {
  const t = useTranslate();
  const { variant, params } = usePageContext();
  const [fixed, setFixed] = useState(variant.locked);
  const [meant, setMeant] = useState<string>();

  // Before the next key can be pressed.
  useLayoutEffect(() => {
    const field = ref.current!;
    const before = load('account');
    // A field that is fixed and holds no account would be the end of the road.
    const fixes = variant.locked && readAccount(params.account ?? '') !== undefined;
    if (!fixes) setFixed(false);
    const given = !fixes && typeof before === 'string' ? before : params.account;
    // Someone may have typed before the script came: only a fixed account overrules that, and the form hears of either.
    const early = field.value;
    const value = fixes ? given : early || given;
    if (value) typeInto(field, value);
    // Who stands in it already types over what was given.
    if (!early && document.activeElement === field) field.select();
  }, [ref, params.account, variant.locked]);

  async function look() {
    // Only an offer: without a network there is none.
    const typos = await import('@foyer/contract/rules/mail-typos').catch(() => undefined);
    setMeant(typos?.suggestedEmail(ref.current?.value ?? ''));
  }

  const offer = (address: string) => (
    <Button
      kind="text"
      onClick={() => {
        typeInto(ref.current!, address);
        setMeant(undefined);
      }}
    >
      {t('login.account.meant', { address })}
    </Button>
  );

  const shown = useProblem(cause, problem && t(problems[problem]));
  return (
    <Field
      ref={ref}
      name="account"
      label={t('login.account.label')}
      placeholder={t('login.account.placeholder')}
      defaultValue={typed}
      readOnly={fixed}
      note={fixed ? t('login.account.locked') : meant && offer(meant)}
      problem={shown}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={inputLimits.maxLength}
      enterKeyHint="next"
      onInput={({ currentTarget: { value } }) => !fixed && save('account', value)}
      onBlur={() => void look()}
    />
  );
}
