import { useTranslate } from '../../platform/i18n/texts.ts';
import { Stamp } from '../../ui/icons/stamp.tsx';
import css from './built-in-picture.module.css';

const steps = [
  { key: 'art.sent', time: '10:21:04', y: 82 },
  { key: 'art.signed', time: '10:21:38', y: 114 },
  { key: 'art.sealed', time: '10:22:01', y: 146 },
] as const;

/** A signed and sealed contract. Drawn with the tokens, so that it follows the theme. */
export function BuiltInPicture() {
  const t = useTranslate();
  return (
    <svg className={css.picture} viewBox="0 0 504 300" aria-hidden="true">
      <rect className={css.back} x="14" y="8" width="276" height="284" rx="16" transform="rotate(-5 150 150)" />
      <rect className={css.paper} x="2" y="4" width="284" height="292" rx="14" />
      <text className={css.title} x="30" y="46">
        {t('art.contract')}
      </text>
      <path className={css.line} d="M34 74h150M34 96h168M34 118h132M34 140h160M34 162h96" />
      <path className={css.thin} d="M30 254h112M166 254h92" />
      <text className={css.note} x="30" y="274">
        {t('art.tenant')}
      </text>
      <text className={css.note} x="166" y="274">
        {t('art.landlord')}
      </text>
      <path
        className={css.signature}
        d="M34 240c14-30 26-44 30-36s-16 40-10 40 16-28 22-28-4 22 2 22 10-18 16-18-2 14 4 14 8-8 14-10 8 0 12-4"
      />
      <Stamp transform="translate(176 178) scale(2.17) rotate(-7 18 18)" />
      <g className={css.float}>
        <rect className={css.paper} x="226" y="22" width="274" height="150" rx="16" />
        <text className={css.heading} x="248" y="53">
          {t('art.progress')}
        </text>
        <text className={css.note} x="478" y="53" textAnchor="end">
          {t('art.duration')}
        </text>
        <path className={css.thin} d="M258 82v64" />
        {steps.map(({ key, time, y }) => (
          <g key={key} transform={`translate(0 ${y})`}>
            <circle className={css.done} cx="258" r="10" />
            <path className={css.tick} d="m253.5 0 3.5 3.5 6-7" />
            <text className={css.step} x="278" y="5">
              {t(key)}
            </text>
            <text className={css.note} x="478" y="5" textAnchor="end">
              {time}
            </text>
          </g>
        ))}
      </g>
    </svg>
  );
}
