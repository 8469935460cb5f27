import { type Say, useTexts } from '../../platform/i18n/texts.ts';
import { sayTrouble } from '../../platform/i18n/failure.ts';
import type { Outcome } from '../outcome.ts';
import css from './qr-login.module.css';
import type { QrState, Why } from './qr-login.machine.ts';

/** Lies over the code and says how it stands. It is always there, so that what changes in it is heard. */
export function QrCover({ state }: { state: QrState }) {
  const say = useTexts();
  const lies = state.at !== 'resting' && state.at !== 'shown';
  return (
    <div role="status" className={css.cover} data-lies={lies ? '' : undefined}>
      <span className={lies ? undefined : 'unseen'}>{words(state, say)}</span>
    </div>
  );
}

function words(state: QrState, say: Say) {
  switch (state.at) {
    case 'resting':
      return undefined;
    case 'loading':
      return say('qr.loading');
    case 'shown':
      return say(state.instead ? 'qr.fallback' : 'qr.ready');
    case 'scanned':
      return say('qr.scanned');
    case 'returning':
      return say(state.doubtful ? 'qr.returnedTooLate' : 'qr.returned');
    case 'expired':
      return say('qr.expired');
    case 'failed':
      return sayWhy(state.why, say);
    case 'leaving':
      return say('common.redirecting');
    case 'ended':
      // Where a dialog comes first, nobody goes anywhere yet.
      return leavesAtOnce(state.outcome) ? say('common.redirecting') : undefined;
  }
}

const leavesAtOnce = (outcome: Outcome) =>
  outcome.is === 'signedIn' && !outcome.loginDoubleCheck && !outcome.needAgreement;

export function sayWhy(why: Why, say: Say) {
  if (why === 'notLoaded') return say('qr.loadFailed');
  if (why === 'mainlandOnly') return say('qr.mainlandOnly');
  return why === 'denied' ? say('qr.denied') : sayTrouble(say, why);
}
