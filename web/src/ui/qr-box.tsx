import { type ReactNode, useId } from 'react';
import css from './qr-box.module.css';

/** The frame a QR code stands in, with its room kept before the picture comes. */
export const QrBox = ({ children }: { children: ReactNode }) => <div className={css.box}>{children}</div>;

/** A code with its title, and what else belongs to it. */
export function QrBlock({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={css.block} aria-labelledby={id}>
      <h2 id={id} className={css.title}>
        {title}
      </h2>
      {children}
    </section>
  );
}
