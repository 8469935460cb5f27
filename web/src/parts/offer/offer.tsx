import type { ReactNode } from 'react';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { Icon, icons } from '../../ui/icons/icon.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { DocumentStrip } from '../../ui/page/request-strip.tsx';
import { type Offered, OfferList } from './offer-list.tsx';
import css from './offer.module.css';

const laptop =
  'M6.5 5h11A1.5 1.5 0 0 1 19 6.5v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 13.5v-7A1.5 1.5 0 0 1 6.5 5ZM2.5 18.5h19';
const shield = 'M12 3 5 5.5v6c0 4.5 3 7.5 7 9.5 4-2 7-5 7-9.5v-6ZM9 12l2.2 2.2L15.5 10';

interface Props {
  offer: Offered;
  title: string;
  lead: string;
  advice: string;
  /** What the person can answer. */
  children: ReactNode;
}

/** On the phone: which other browser wants to sign in, and what the person can answer. */
export function Offer({ offer, title, lead, advice, children }: Props) {
  const t = useTranslate();
  return (
    <div className={css.page}>
      {offer.document && <DocumentStrip document={offer.document} place="block" />}
      <div className={css.head}>
        <OfferDevice />
        <PageHead title={title} lead={lead} />
      </div>
      {offer.elsewhere && (
        <p className={css.warning}>
          <Icon d={icons.alert} />
          {t('scan.elsewhere')}
        </p>
      )}
      <OfferList offer={offer} />
      <p className={css.advice}>
        <Icon d={shield} />
        {advice}
      </p>
      <div className={css.answers}>{children}</div>
    </div>
  );
}

export const OfferDevice = () => (
  <div className={css.device}>
    <Icon d={laptop} size={36} />
  </div>
);
