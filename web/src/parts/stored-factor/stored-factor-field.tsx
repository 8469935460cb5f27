import type { RefObject } from 'react';
import { longest } from '@foyer/contract/limits';
import { backupCodeProblem } from '@foyer/contract/rules/backup-code-rules';
import { codeProblem } from '@foyer/contract/rules/code-rules';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { CodeField } from '../../ui/fields/code-field.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { useProblem } from '../../ui/fields/problem.ts';
import type { CodeProblems } from '../send-code/code-problem.ts';

/** A code that the person reads from an app or from paper; nothing is sent. The service compares it with what it stores. */
export type StoredFactor = 'totp' | 'backupCode';

export function storedFactorProblems(factor: StoredFactor, code: string): CodeProblems {
  const problem = factor === 'totp' ? codeProblem(code) : backupCodeProblem(code);
  return problem ? { code: problem } : {};
}

interface Props {
  ref: RefObject<HTMLInputElement | null>;
  factor: StoredFactor;
  problems: CodeProblems;
}

/** The field for such a code. */
export function StoredFactorField({ ref, factor, problems }: Props) {
  const t = useTranslate();
  const problem = useProblem(problems, problemText(), problems.code);
  return factor === 'totp' ? (
    <CodeField
      ref={ref}
      label={t('code.labelSent')}
      placeholder={t('login.code.placeholder')}
      labelEnd={undefined}
      send={undefined}
      note={undefined}
      problem={problem}
    />
  ) : (
    <Field
      ref={ref}
      name="code"
      label={t('mfa.way.backupCode')}
      placeholder={t('mfa.backupCode.placeholder')}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="go"
      maxLength={longest.paste}
      problem={problem}
    />
  );

  function problemText() {
    const { code: wrong } = problems;
    if (typeof wrong === 'object') return t.service(wrong);
    if (wrong === undefined || wrong === 'needFirst') return undefined;
    return t(`${factor === 'totp' ? 'login.code' : 'mfa.backupCode'}.${wrong}`);
  }
}
