import { seal } from './mark.tsx';
import css from './stamp.module.css';

/** The print of a seal in a square of 36. */
export const Print = ({ transform }: { transform: string }) => (
  <g className={css.print} transform={transform}>
    <rect x="1.5" y="1.5" width="33" height="33" rx="4" strokeWidth="2.4" />
    <path d={seal} transform="translate(2 1.5)" strokeWidth="1.9" />
  </g>
);

/** A print that is stamped on a document when it appears. */
export const Stamp = ({ transform }: { transform: string }) => (
  <g className={css.stamp}>
    <Print transform={transform} />
  </g>
);
