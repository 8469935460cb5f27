import { type Translate, useTranslate } from '../../platform/i18n/texts.ts';
import { failureText } from '../../platform/i18n/failure.ts';
import type { Outcome } from '../outcome.ts';
import css from './qr-login.module.css';
import type { QrState, Why } from './qr-login.machine.ts';

/** Lies over the code and says how it stands. It is always there, so that what changes in it is heard. */
export function QrCover({ state }: { state: QrState }) {
  const t = useTranslate();
  const lies = state.at !== 'resting' && state.at !== 'shown';
  return (
    <div role="status" className={css.cover} data-lies={lies ? '' : undefined}>
      <span className={lies ? undefined : 'unseen'}>{words(state, t)}</span>
    </div>
  );
}

function words(state: QrState, t: Translate) {
  switch (state.at) {
    case 'resting':
      return undefined;
    case 'loading':
      return t('qr.loading');
    case 'shown':
      return t(state.instead ? 'qr.fallback' : 'qr.ready');
    case 'scanned':
      return t('qr.scanned');
    case 'returning':
      return t(state.doubtful ? 'qr.returnedTooLate' : 'qr.returned');
    case 'expired':
      return t('qr.expired');
    case 'failed':
      return sayWhy(state.why, t);
    case 'leaving':
      return t('common.redirecting');
    case 'ended':
      // Where a dialog comes first, nobody goes anywhere yet.
      return leavesAtOnce(state.outcome) ? t('common.redirecting') : undefined;
  }
}

const leavesAtOnce = (outcome: Outcome) =>
  outcome.is === 'signedIn' && !outcome.loginDoubleCheck && !outcome.needAgreement;

export function sayWhy(why: Why, t: Translate) {
  if (why === 'notLoaded') return t('qr.loadFailed');
  if (why === 'mainlandOnly') return t('qr.mainlandOnly');
  return why === 'denied' ? t('qr.denied') : failureText(t, why);
}
