import { useRef, useState } from 'react';
import { password as limits } from '@foyer/contract/limits';
import { strengthOf } from '@foyer/contract/rules/password-strength';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Icon, icons } from '../../ui/icons/icon.tsx';
import { useProblem } from '../../ui/fields/problem.ts';
import { PasswordInput } from '../password-input.tsx';
import { type NewPasswordProblems, hints } from './problems.ts';
import { useTooLong } from './use-too-long.ts';
import css from './new-password.module.css';

const circle = 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0';

interface Props {
  label: string;
  problems: NewPasswordProblems;
  /** What the person signs in with, where the form does not ask for it: a password manager saves the password for it. */
  account?: string | undefined;
  /** In a low window both fields share a row, so that a long form fits. */
  sharesRow?: boolean;
}

/** A new password, typed twice, with its rules and its strength. */
export function NewPassword({ label, problems, account, sharesRow }: Props) {
  const t = useTranslate();
  const { variant } = usePageContext();
  const [typed, setTyped] = useState('');
  const password = useRef<HTMLInputElement>(null);
  const repeatPassword = useRef<HTMLInputElement>(null);
  const tooLong = useTooLong(password);
  const repeatTooLong = useTooLong(repeatPassword);
  function passwordText() {
    if (tooLong) return tooLongText(tooLong);
    const problem = problems.password;
    if (typeof problem === 'object') return t.service(problem);
    return problem && t(`pwd.${problem}`);
  }
  function repeatText() {
    if (repeatTooLong) return tooLongText(repeatTooLong);
    return problems.repeatPassword && t(`pwd.again.${problems.repeatPassword}`);
  }
  const tooLongText = ({ pasted }: NonNullable<typeof tooLong>) =>
    pasted === undefined ? t('pwd.rule') : t('pwd.pasted', { n: pasted, max: limits.max });
  return (
    <div className={css.fields} data-shares-row={sharesRow || undefined}>
      {account && <input name="username" autoComplete="username" value={account} readOnly hidden />}
      <PasswordInput
        ref={password}
        name="password"
        label={label}
        placeholder={t('pwd.placeholder')}
        maxLength={limits.max}
        autoComplete="new-password"
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        problem={useProblem(tooLong ?? problems, passwordText(), tooLong ?? problems.password)}
        // A phone has no room for it.
        note={variant.device !== 'mobileWeb' && <Strength typed={typed} />}
      />
      <Hints typed={typed} refused={problems.password === 'rule'} />
      <PasswordInput
        ref={repeatPassword}
        name="repeatPassword"
        label={t('pwd.again')}
        placeholder={t('pwd.again.placeholder')}
        maxLength={limits.max}
        autoComplete="new-password"
        problem={useProblem(repeatTooLong ?? problems, repeatText(), repeatTooLong)}
      />
    </div>
  );
}

/** Shown once the password meets every rule: a password that will be refused is never called strong. */
function Strength({ typed }: { typed: string }) {
  const t = useTranslate();
  const strength = hints.every(({ met }) => met(typed)) ? strengthOf(typed) : 'none';
  return (
    <div className={css.meter} data-strength={strength} role="status">
      {strength !== 'none' && (
        <>
          <span>{t('pwd.strength')}</span>
          <span className={css.bars} aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          <b>{t(`pwd.strength.${strength}`)}</b>
        </>
      )}
    </div>
  );
}

/** The rules, each ticked when it is met, and marked when the password was refused because of it. */
function Hints({ typed, refused }: { typed: string; refused: boolean }) {
  const t = useTranslate();
  return (
    <ul className={css.hints}>
      {hints.map(({ key, met }) => {
        const state = met(typed) ? 'met' : refused ? 'unmet' : undefined;
        return (
          <li key={key} data-state={state}>
            <Icon d={state === 'met' ? icons.tick : state === 'unmet' ? icons.alert : circle} size={16} />
            <span>
              {t(key)}
              {state === 'met' && <span className="visually-hidden"> {t('pwd.hint.met')}</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
