import { type ReactNode, useId } from 'react';
import css from './qr-box.module.css';

/** The frame of a QR code, with its final size before the picture has loaded. */
export const QrBox = ({ children }: { children: ReactNode }) => <div className={css.box}>{children}</div>;

/** A QR code with its title. */
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
