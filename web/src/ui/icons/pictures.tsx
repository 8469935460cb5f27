import type { ReactNode } from 'react';
import { usePageContext } from '../../platform/page-context.ts';
import { Mark } from './mark.tsx';
import css from './pictures.module.css';
import { Print, Stamp } from './stamp.tsx';

/* The pictures of pages without a form. Drawn with the tokens, so that they follow the theme. */

function Picture({ children }: { children: ReactNode }) {
  return (
    <svg className={css.picture} viewBox="0 0 200 140" aria-hidden="true">
      <ellipse className={css.ground} cx="100" cy="126" rx="88" ry="10" />
      {children}
    </svg>
  );
}

const emptyPlace = (
  <>
    <rect className={css.paper} x="36" y="8" width="104" height="118" rx="10" />
    <path className={css.line} d="M54 32h48M54 48h68M54 64h56" />
    <rect
      className={css.dashes}
      x="80"
      y="76"
      width="42"
      height="42"
      rx="5"
      strokeDasharray="5 5"
      transform="rotate(-7 101 97)"
    />
  </>
);

/** A question: nothing is done yet. */
export const UnsealedDocument = () => (
  <Picture>
    <g transform="translate(12 0)">{emptyPlace}</g>
  </Picture>
);

/** Not found: an empty place for a seal. */
export const MissingSeal = () => (
  <Picture>
    {emptyPlace}
    <g className={css.filled} transform="rotate(68 166 104) translate(140 72) scale(.867 .875)">
      <path d="M30 2a12 12 0 0 1 6.5 22c-1.5 1-2 2-2 4v5h-9v-5c0-2-.5-3-2-4A12 12 0 0 1 30 2Z" />
      <path d="M12 34h36a4 4 0 0 1 4 4v14H8V38a4 4 0 0 1 4-4Z" />
      <rect x="6" y="55" width="48" height="4" rx="2" />
    </g>
  </Picture>
);

/** Done: a sealed document. */
export const SealedDocument = () => (
  <Picture>
    <rect className={css.paper} x="44" y="6" width="112" height="122" rx="10" />
    <path className={css.line} d="M62 30h56M62 46h76M62 62h64" />
    <Stamp transform="translate(86 54) scale(1.833) rotate(-7 18 18)" />
  </Picture>
);

/** No network: a cloud with a cut line. */
export const CutLine = () => (
  <Picture>
    <path className={css.edge} d="M66 78a24 24 0 0 1-3-47.8A34 34 0 0 1 128 26a26 26 0 0 1 8 52Z" />
    <Print transform="translate(80 30) scale(1.056)" />
    <path className={css.dashes} d="M54 104h34M112 104h34" strokeDasharray="3 7" />
    <path className={css.cross} d="m94 98 12 12M106 98l-12 12" />
  </Picture>
);

export const Cookie = () => (
  <Picture>
    <path
      className={css.seal}
      strokeWidth="4"
      d="M138 36a52 52 0 1 0 14 36c-6 2-13-1-14-8-8 1-14-5-12-12-7-2-9-9-5-14 4-4 11-5 17-2Z"
    />
    <g className={css.filled}>
      <circle cx="82" cy="46" r="4" />
      <circle cx="70" cy="76" r="5" />
      <circle cx="96" cy="98" r="4" />
      <circle cx="122" cy="90" r="5" />
      <circle cx="104" cy="68" r="3.5" />
    </g>
  </Picture>
);

/** The icon of the brand stands for this site, or the mark of the product. */
function OwnMark() {
  const icon = [...(usePageContext().config.look?.icons ?? [])].pop();
  return icon ? <image href={icon} width="30" height="30" /> : <Mark />;
}

/** The way from a provider to this site: open, or broken. `icon` stands for the provider. */
export const WayFrom = ({ icon, broken = false }: { icon: ReactNode; broken?: boolean }) => (
  <Picture>
    <rect className={css.paper} x="20" y="40" width="64" height="64" rx="16" />
    <g className={css.icon} transform="translate(34 54)">
      {icon}
    </g>
    {broken ? (
      <path className={css.cross} d="m99 66 10 12M109 66l-10 12" />
    ) : (
      <path className={css.dashes} d="M93 72h22" strokeDasharray="1 6" />
    )}
    <g className={css.mark} transform="translate(124 40) scale(2.13)">
      <OwnMark />
    </g>
  </Picture>
);
