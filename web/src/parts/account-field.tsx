import { type RefObject, useEffect } from 'react';
import { input as inputLimits } from '@foyer/contract/limits';
import { useTexts } from '../platform/texts.ts';
import { useVisit } from '../platform/visit.ts';
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
  const say = useTexts();
  const { variant, params } = useVisit();

  useEffect(() => {
    const field = ref.current!;
    const given = params.account;
    // Someone may have typed before the script came: only a fixed account overrules that.
    if (!given || (field.value && !variant.locked)) return;
    field.value = given;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }, [ref, params.account, variant.locked]);

  const shown = useProblem(cause, problem && say(problems[problem]));
  return (
    <Field
      ref={ref}
      name="account"
      label={say('login.account.label')}
      placeholder={say('login.account.placeholder')}
      defaultValue={typed}
      readOnly={variant.locked}
      note={variant.locked ? say('login.account.locked') : undefined}
      problem={shown}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={inputLimits.maxLength}
      enterKeyHint="next"
    />
  );
}
