import type { CallResult } from '@foyer/contract/call';
import { type checkAuthorisation, toSignedIn } from '@foyer/contract/flows/sso-return';
import type { Machine } from '../../platform/machine/machine.ts';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';
import type { Outcome } from '../outcome.ts';

export type SsoReturnState =
  | { at: 'checking' }
  /** A dialog stood here before the page was loaded again: it is gone on with, and nothing is asked. */
  | { at: 'goingOn' }
  | { at: 'ended'; outcome: Outcome }
  | { at: 'failed'; why: SsoReturnFailure; trouble: Failure };

/** What is none of the sign-in's own refusals may be over when it is asked again. */
type SsoReturnFailure = 'ssoExpired' | 'ssoFailed' | 'notAMember' | 'accountDisabled' | 'refused' | 'noAnswer';

type Told = CallResult<typeof checkAuthorisation>;
export type SsoReturnEvent = { is: 'told'; told: Told } | { is: 'again' };

/** What an access code is good for: a session, or an account to be bound first. */
export const ssoReturn = (
  accessCode: string,
  check: (signal: AbortSignal) => Promise<Told>,
  goesOn = false,
): Machine<SsoReturnState, SsoReturnEvent> => ({
  start: { at: goesOn ? 'goingOn' : 'checking' },
  next: (_, event) => (event.is === 'again' ? { at: 'checking' } : after(event.told, accessCode)),
  running: (state) =>
    state.at === 'checking'
      ? [{ key: 'check', work: async (signal) => ({ is: 'told', told: await check(signal) }) }]
      : [],
});

function after(told: Told, accessCode: string): SsoReturnState {
  switch (told.is) {
    case 'done': {
      if (told.data.loginStatus) return { at: 'ended', outcome: { is: 'signedIn', ...toSignedIn(told.data) } };
      const { loginMobile: mobile, loginEmail: email, loginLimit } = told.data;
      const emailOnly = loginLimit === 'EMAIL';
      return { at: 'ended', outcome: { is: 'needsAccount', accessCode, mobile, email, emailOnly } };
    }
    case 'needsIdentityCheck':
      return { at: 'ended', outcome: { is: 'needsIdentityCheck', ...told.data } };
    case 'ssoExpired':
    case 'ssoFailed':
    case 'notAMember':
    case 'accountDisabled':
    case 'refused':
    case 'noAnswer':
      return { at: 'failed', why: told.is, trouble: failureOf(told) };
  }
}
