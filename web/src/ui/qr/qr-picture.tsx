import type { ReactNode } from 'react';
import { correction, generate } from 'lean-qr/nano';
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
  const code = generate(content, { minCorrectionLevel: badge ? correction.Q : correction.L });
  let path = '';
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) path += `M${x} ${y}h1v1h-1z`;
  }
  return (
    <>
      <svg
        role="img"
        aria-label={label}
        width={size}
        height={size}
        viewBox={`0 0 ${code.size} ${code.size}`}
        shapeRendering="crispEdges"
      >
        <path fill="currentColor" d={path} />
      </svg>
      {badge && <span className={css.badge}>{badge}</span>}
    </>
  );
}
