import type { ScanOffer } from '@foyer/contract/flows/scan-confirm';
import { shortTime, useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import css from './offer.module.css';

/** The browser that wants to sign in. */
export type Offered = Pick<ScanOffer, 'site' | 'device' | 'address' | 'at' | 'elsewhere' | 'document'>;

/** Site, device, IP address and time: a phisher who shows a code of their own cannot hide these. */
export function OfferList({ offer: { site, device, address, at } }: { offer: Offered }) {
  const t = useTranslate();
  const { config, language } = usePageContext();
  const rows = [
    ['scan.site', t('scan.siteOf', { brand: config.brand[language], site })],
    // An unknown device is named as such: an empty row would look harmless.
    ['scan.device', device || t('scan.device.unknown')],
    ['scan.address', address],
    ['scan.time', shortTime(at, language)],
  ] as const;
  return (
    <dl className={css.offer}>
      {rows.map(([key, value]) => (
        <div key={key}>
          <dt>{t(key)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
