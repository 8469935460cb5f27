import { type Translate, useTranslate } from '../../platform/i18n/texts.ts';
import { failureText } from '../../platform/i18n/failure.ts';
import type { Outcome } from '../outcome.ts';
import css from './qr-login.module.css';
import type { QrFailure, QrState } from './qr-login.machine.ts';

/** Covers the code and shows its state. Always mounted, so that screen readers announce each change. */
export function QrCover({ state }: { state: QrState }) {
  const t = useTranslate();
  const opaque = state.at !== 'paused' && state.at !== 'shown';
  return (
    <div role="status" className={css.cover} data-opaque={opaque ? '' : undefined}>
      <span className={opaque ? undefined : 'visually-hidden'}>{stateText(state, t)}</span>
    </div>
  );
}

function stateText(state: QrState, t: Translate) {
  switch (state.at) {
    case 'paused':
      return undefined;
    case 'loading':
      return t('qr.loading');
    case 'shown':
      return t(state.fallback ? 'qr.fallback' : 'qr.ready');
    case 'scanned':
      return t('qr.scanned');
    case 'returned':
      return t(state.expired ? 'qr.returnedTooLate' : 'qr.returned');
    case 'expired':
      return t('qr.expired');
    case 'failed':
      return qrFailureText(state.failure, t);
    case 'redirecting':
      return t('common.redirecting');
    case 'finished':
      // A dialog may come before the redirect.
      return redirectsAtOnce(state.outcome) ? t('common.redirecting') : undefined;
  }
}

const redirectsAtOnce = (outcome: Outcome) =>
  outcome.is === 'signedIn' && !outcome.loginDoubleCheck && !outcome.needAgreement;

export function qrFailureText(failure: QrFailure, t: Translate) {
  if (failure === 'notLoaded') return t('qr.loadFailed');
  if (failure === 'mainlandOnly') return t('qr.mainlandOnly');
  return failure === 'declined' ? t('qr.denied') : failureText(t, failure);
}
