import type { ComponentProps } from 'react';
import css from './button.module.css';

type Props = ComponentProps<'button'> & { kind?: 'main' | 'plain' | 'text' };

export function Button({ kind = 'plain', type = 'button', ...button }: Props) {
  return <button {...button} type={type} className={css[kind]} />;
}
