import type { ReactNode } from 'react';
import css from './qr-box.module.css';

/** The frame a QR code stands in, with its room kept before the picture comes. */
export const QrBox = ({ children }: { children: ReactNode }) => <div className={css.box}>{children}</div>;
