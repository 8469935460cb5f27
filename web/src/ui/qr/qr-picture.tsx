import type { ReactNode } from 'react';
import { qrPath } from './qr-path.ts';
import css from './qr-picture.module.css';

interface Props {
  content: string;
  label: string;
  size: number;
  /** Drawn over the middle of the QR code, which is still readable: a quarter of it may be missing. */
  badge?: ReactNode;
}

/** A QR code as one SVG path, drawn on the page: no other service learns its content. */
export function QrPicture({ content, label, size, badge }: Props) {
  const { size: units, path } = qrPath(content, !!badge);
  return (
    <>
      <svg
        role="img"
        aria-label={label}
        width={size}
        height={size}
        viewBox={`0 0 ${units} ${units}`}
        shapeRendering="crispEdges"
      >
        <path fill="currentColor" d={path} />
      </svg>
      {badge && <QrBadge>{badge}</QrBadge>}
    </>
  );
}

/** In the middle of a QR code. */
export const QrBadge = ({ children }: { children: ReactNode }) => <span className={css.badge}>{children}</span>;
