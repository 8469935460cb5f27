import { type RefObject, useState } from 'react';
import { password as limits } from '@foyer/contract/limits';
import type { ConfirmProblem } from '@foyer/contract/rules/password-rules';
import { strengthOf } from '@foyer/contract/rules/password-strength';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { useProblem } from '../../ui/problem.ts';
import { PasswordInput } from '../password-input.tsx';
import { hints } from './hints.ts';
import { useTooLong } from './use-too-long.ts';
import css from './new-password.module.css';

export type NewPasswordProblem = 'empty' | 'rule' | { message: string };

interface Props {
  password: RefObject<HTMLInputElement | null>;
  again: RefObject<HTMLInputElement | null>;
  problems: { password?: NewPasswordProblem; again?: ConfirmProblem };
}

/** A password to set, twice, with what it has to be and how strong it is. */
export function NewPassword({ password, again, problems }: Props) {
  const t = useTranslate();
  const [typed, setTyped] = useState('');
  const wrong = problems.password;
  const tooLong = useTooLong(password);
  const againTooLong = useTooLong(again);
  function sayPassword() {
    if (tooLong) return t('pwd.rule');
    if (typeof wrong === 'object') return t.service(wrong);
    return wrong && t(wrong === 'empty' ? 'pwd.empty' : 'pwd.rule');
  }
  function sayAgain() {
    if (againTooLong) return t('pwd.rule');
    return problems.again && t(`pwd.again.${problems.again}`);
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
          problem={useProblem(tooLong ?? problems, sayPassword(), Boolean(tooLong))}
        />
        <Guide typed={typed} />
      </div>
      <PasswordInput
        ref={again}
        name="again"
        label={t('pwd.again.placeholder')}
        maxLength={limits.max}
        autoComplete="new-password"
        problem={useProblem(againTooLong ?? problems, sayAgain(), Boolean(againTooLong))}
      />
    </>
  );
}

/** The hints, ticked off as they are met. A phone has no room for the meter. */
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
