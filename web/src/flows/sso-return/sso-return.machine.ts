import type { CallResult } from '@foyer/contract/call';
import { type checkAuthorisation, toSignInResult } from '@foyer/contract/flows/sso-return';
import type { Machine } from '../../platform/machine/machine.ts';
import { type Failure, failureOf, unexpected } from '../../platform/i18n/failure.ts';
import type { Outcome } from '../outcome.ts';

export type SsoReturnState =
  | { at: 'checking' }
  /** A dialog was open before a reload: the journey restores it, and nothing is requested. */
  | { at: 'restoring' }
  | { at: 'finished'; outcome: Outcome }
  | { at: 'failed'; reason: FailureReason; failure: Failure };

/** `refused` and `noResponse` may be temporary: a retry is offered. */
type FailureReason =
  | 'ssoExpired'
  | 'ssoFailed'
  | 'ssoCancelled'
  | 'notAMember'
  | 'accountDisabled'
  | 'identityCheckClosed'
  | 'secondFactorUnavailable'
  | 'refused'
  | 'noResponse';

type Reply = CallResult<typeof checkAuthorisation>;
export type SsoReturnEvent = { is: 'checked'; reply: Reply } | { is: 'retry' };

/** Exchanges the access code for a session, or finds that an account must be bound first. */
export const ssoReturn = (
  accessCode: string,
  check: (signal: AbortSignal) => Promise<Reply>,
  restoring = false,
): Machine<SsoReturnState, SsoReturnEvent> => ({
  start: { at: restoring ? 'restoring' : 'checking' },
  next: (_, event) => (event.is === 'retry' ? { at: 'checking' } : checked(event.reply, accessCode)),
  running: (state) =>
    state.at === 'checking'
      ? [
          {
            key: 'check',
            work: async (signal) => ({ is: 'checked', reply: await check(signal) }),
            failed: { is: 'checked', reply: unexpected },
          },
        ]
      : [],
});

function checked(reply: Reply, accessCode: string): SsoReturnState {
  switch (reply.is) {
    case 'done': {
      if (reply.data.loginStatus) return { at: 'finished', outcome: { is: 'signedIn', ...toSignInResult(reply.data) } };
      const { loginMobile: mobile, loginEmail: email, loginLimit, company } = reply.data;
      const emailOnly = loginLimit === 'EMAIL';
      return { at: 'finished', outcome: { is: 'needsAccount', accessCode, mobile, email, emailOnly, company } };
    }
    case 'needsIdentityCheck':
      return { at: 'finished', outcome: { is: 'needsIdentityCheck', ...reply.data } };
    case 'ssoExpired':
    case 'ssoFailed':
    case 'ssoCancelled':
    case 'notAMember':
    case 'accountDisabled':
    case 'identityCheckClosed':
    case 'secondFactorUnavailable':
    case 'refused':
    case 'noResponse':
      return { at: 'failed', reason: reply.is, failure: failureOf(reply) };
  }
}
