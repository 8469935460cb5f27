import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import css from './checkbox.module.css';

type Props = InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement>; children: ReactNode };

export function Checkbox({ children, ...input }: Props) {
  return (
    <label className={css.line}>
      <input {...input} type="checkbox" className={css.box} />
      <span>{children}</span>
    </label>
  );
}
