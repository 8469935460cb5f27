import { type InputHTMLAttributes, type ReactNode, type Ref, useState } from 'react';
import { useTranslate } from '../platform/i18n/texts.ts';
import { EyeIcon } from '../ui/icons/eye-icon.tsx';
import { Field } from '../ui/fields/field.tsx';
import type { Problem } from '../ui/fields/problem.ts';

type Props = InputHTMLAttributes<HTMLInputElement> & {
  ref?: Ref<HTMLInputElement>;
  label: string;
  labelEnd?: ReactNode;
  problem: Problem | undefined;
  note?: ReactNode;
};

/** A password field with a button that shows the password. Passwords are never trimmed. */
export function PasswordInput(input: Props) {
  const t = useTranslate();
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  return (
    <Field
      {...input}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      note={capsLock ? t('login.password.capsLock') : input.note}
      onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
      trailing={
        <button
          type="button"
          className="tool"
          aria-label={t(shown ? 'login.password.hide' : 'login.password.show')}
          onClick={() => setShown(!shown)}
        >
          <EyeIcon crossed={shown} />
        </button>
      }
    />
  );
}
