import type { ReactNode } from 'react';
import { passkey as limits } from '@foyer/contract/limits';
import { startPasskeySignIn } from '@foyer/contract/flows/passkey';
import { canAutofill, hasUsedPasskey } from '../../parts/passkey/credentials.ts';
import { cookiesWork } from '../../platform/storage/cookies.ts';
import type { Failure } from '../../platform/i18n/failure.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import type { PageContext } from '../../platform/page-context.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import type { Outcome } from '../outcome.ts';
import css from './autofill.module.css';
import { key } from './passkey-entry.tsx';
import { resultOf } from './passkey-login.machine.ts';
import { commit } from './passkey-login.service.ts';

interface Listener {
  /** Passkeys are in the autofill from now on; the hint says so, where this browser has used one. */
  onOffered(hint: ReactNode): void;
  onEnd(outcome: Outcome): void;
  onFailure(failure: Failure): void;
}

/**
 * Lists passkeys in the autofill of the account field until the signal aborts or one has signed in. It says nothing where
 * that is not possible: the form and the button are there.
 */
export async function signInFromAutofill(page: PageContext, signal: AbortSignal, listener: Listener) {
  // Without cookies the call would explain that they are needed, which no person has asked for.
  if (!cookiesWork() || !(await canAutofill())) return;
  while (!signal.aborted) {
    const started = await page.api(startPasskeySignIn, {}, { signal });
    if (started.is !== 'done' || signal.aborted) return;
    if (hasUsedPasskey()) listener.onOffered(<PasskeyHint />);
    const round = renewable(signal);
    const reply = await commit(page, started.data, { mediation: 'conditional', signal: round.signal });
    round.end();
    if (signal.aborted) return;
    const isRenewed = reply.is === 'cancelled' && round.signal.aborted;
    const result = resultOf(reply);
    if (result.at === 'finished') return listener.onEnd(result.outcome);
    if (result.failure && result.failure !== 'unavailable') listener.onFailure(result.failure);
    // The passkey was refused, or its challenge gets old: the next one gets a new challenge.
    else if (!isRenewed) return;
  }
}

/** Aborts with `signal`, or when the challenge gets old. */
function renewable(signal: AbortSignal) {
  const controller = new AbortController();
  const abort = () => controller.abort();
  signal.addEventListener('abort', abort);
  const timer = setTimeout(abort, limits.renewChallengeAfter);
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    },
  };
}

/** Below the account field, while it is empty. */
function PasskeyHint() {
  const t = useTranslate();
  return (
    <span className={css.hint}>
      <Icon d={key} size={16} />
      {t('passkey.hint')}
    </span>
  );
}
