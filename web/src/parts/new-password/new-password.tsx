import { useRef, useState } from 'react';
import { password as limits } from '@foyer/contract/limits';
import { strengthOf } from '@foyer/contract/rules/password-strength';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { useProblem } from '../../ui/problem.ts';
import { PasswordInput } from '../password-input.tsx';
import { type NewPasswordProblems, hints } from './problems.ts';
import { useTooLong } from './use-too-long.ts';
import css from './new-password.module.css';

/** A new password, typed twice, with its rules and its strength. */
export function NewPassword({ problems }: { problems: NewPasswordProblems }) {
  const t = useTranslate();
  const [typed, setTyped] = useState('');
  const password = useRef<HTMLInputElement>(null);
  const repeatPassword = useRef<HTMLInputElement>(null);
  const tooLong = useTooLong(password);
  const repeatTooLong = useTooLong(repeatPassword);
  function passwordText() {
    const problem = tooLong ? 'rule' : problems.password;
    if (typeof problem === 'object') return t.service(problem);
    return problem && t(`pwd.${problem}`);
  }
  function repeatText() {
    if (repeatTooLong) return t('pwd.rule');
    return problems.repeatPassword && t(`pwd.again.${problems.repeatPassword}`);
  }
  return (
    <>
      <div className={css.first}>
        <PasswordInput
          ref={password}
          name="password"
          label={t('pwd.label')}
          maxLength={limits.max}
          autoComplete="new-password"
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          problem={useProblem(tooLong ?? problems, passwordText(), Boolean(tooLong))}
        />
        <Guide typed={typed} />
      </div>
      <PasswordInput
        ref={repeatPassword}
        name="repeatPassword"
        label={t('pwd.again.placeholder')}
        maxLength={limits.max}
        autoComplete="new-password"
        problem={useProblem(repeatTooLong ?? problems, repeatText(), Boolean(repeatTooLong))}
      />
    </>
  );
}

/** The hints, each ticked when it is met. A phone has no room for the strength meter. */
function Guide({ typed }: { typed: string }) {
  const t = useTranslate();
  const { variant } = usePageContext();
  const strength = strengthOf(typed);
  return (
    <div className={css.guide}>
      {variant.device !== 'mobileWeb' && (
        <p className={css.meter} data-strength={strength} role="status">
          <span>{t('pwd.strength')}</span>
          <span className={css.bars} aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          {strength !== 'none' && <span>{t(`pwd.strength.${strength}`)}</span>}
        </p>
      )}
      <ul className={css.hints}>
        {hints.map(({ key, met }) => (
          <li key={key} data-met={met(typed) || undefined}>
            {t(key)}
          </li>
        ))}
      </ul>
    </div>
  );
}
