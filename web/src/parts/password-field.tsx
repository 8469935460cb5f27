import { type Ref, useState } from 'react';
import { input as inputLimits } from '@foyer/contract/limits';
import { useTexts } from '../platform/texts.ts';
import { Field, type Problem } from '../ui/field.tsx';
import { EyeIcon } from '../ui/eye-icon.tsx';
import css from './password-field.module.css';

interface Props {
  ref: Ref<HTMLInputElement>;
  problem: Problem | undefined;
}

/** The password that someone has. It is not trimmed, and not capped below what could have been set. */
export function PasswordField({ ref, problem }: Props) {
  const say = useTexts();
  const [shown, setShown] = useState(false);
  return (
    <Field
      ref={ref}
      name="password"
      type={shown ? 'text' : 'password'}
      label={say('login.password.label')}
      placeholder={say('login.password.placeholder')}
      problem={problem}
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={inputLimits.maxLength}
      enterKeyHint="go"
      trailing={
        <button
          type="button"
          className={css.eye}
          aria-label={say(shown ? 'login.password.hide' : 'login.password.show')}
          onClick={() => setShown(!shown)}
        >
          <EyeIcon crossed={shown} />
        </button>
      }
    />
  );
}
