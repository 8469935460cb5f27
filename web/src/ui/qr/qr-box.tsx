import type { ReactNode } from 'react';
import css from './qr-box.module.css';

const outline =
  'M104 1.5H193.5A13 13 0 0 1 206.5 14.5V193.5A13 13 0 0 1 193.5 206.5H14.5A13 13 0 0 1 1.5 193.5V14.5A13 13 0 0 1 14.5 1.5Z';

interface BoxProps {
  /** How much of the QR code's lifetime is left, from 0 to 1. */
  fractionLeft?: number | undefined;
  /** The lifetime ends soon. */
  soon?: boolean;
  children: ReactNode;
}

/** The frame of a QR code, with its final size before the picture has loaded. It shows how long the QR code is valid. */
export const QrBox = ({ fractionLeft = 0, soon = false, children }: BoxProps) => (
  <div className={css.box}>
    {children}
    <svg className={css.ring} viewBox="0 0 208 208" data-soon={soon ? '' : undefined} aria-hidden="true">
      <path d={outline} />
      {fractionLeft > 0 && (
        <path className={css.left} d={outline} pathLength={1} strokeDasharray={1} strokeDashoffset={fractionLeft - 1} />
      )}
    </svg>
  </div>
);

/** A QR code with its title. `name` is what the region is called, whatever the title says at the moment. */
export function QrBlock({ title, name, children }: { title: string; name: string; children: ReactNode }) {
  return (
    <section className={css.block} aria-label={name}>
      <h2 className={css.title}>{title}</h2>
      {children}
    </section>
  );
}
