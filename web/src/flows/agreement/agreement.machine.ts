import { agreementVersion } from '@foyer/contract/agreement-version';
import { type Message, isMissing } from '@foyer/contract/call';
import { agree, getAgreement } from '@foyer/contract/flows/agreement';
import { commitCode } from '@foyer/contract/flows/code-login';
import type { Api } from '@foyer/contract/api-client';
import { logOut } from '@foyer/contract/flows/session';
import type { LoginParams } from '../../platform/api/login-params.ts';
import type { Machine } from '../../platform/machine/machine.ts';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';
import type { Outcome, PendingOutcome } from '../outcome.ts';

export type AgreementState =
  | { at: 'asking'; failure?: Failure }
  | { at: 'agreeing' }
  | { at: 'declining' }
  | { at: 'agreed'; outcome: Outcome }
  /** `failure`: the person declined, but could not be signed out. */
  | { at: 'declined'; signedOut: boolean; failure?: Failure }
  /** The pending sign-in has expired. */
  | { at: 'tooLate'; failure: Failure };

export type AgreementEvent =
  | { is: 'agree' | 'decline' | 'signedOut' }
  | { is: 'done'; outcome: Outcome }
  | { is: 'failed' | 'tooLate' | 'notSignedOut'; failure: Failure };

interface Service {
  api: Api;
  loginParams(): Promise<LoginParams>;
  redirectUrl: string | undefined;
}

/** Only a `signedIn` outcome has a session to end. */
const mustSignOut = (pending: PendingOutcome) => pending.is === 'signedIn';

export function agreement(pending: PendingOutcome, service: Service): Machine<AgreementState, AgreementEvent> {
  return {
    start: { at: 'asking' },

    next(state, event) {
      switch (event.is) {
        case 'agree':
          return state.at === 'asking' ? { at: 'agreeing' } : state;
        case 'decline':
          if (state.at !== 'asking') return state;
          return mustSignOut(pending) ? { at: 'declining' } : { at: 'declined', signedOut: false };
        case 'signedOut':
          return { at: 'declined', signedOut: true };
        case 'notSignedOut':
          return { at: 'declined', signedOut: false, failure: event.failure };
        case 'done':
          return { at: 'agreed', outcome: event.outcome };
        case 'failed':
          return { at: 'asking', failure: event.failure };
        case 'tooLate':
          return { at: 'tooLate', failure: event.failure };
      }
    },

    running(state) {
      if (state.at === 'agreeing')
        return [
          {
            key: 'agree',
            work: (signal) => complete(pending, service, signal),
            failed: { is: 'failed', failure: 'unexpected' },
          },
        ];
      if (state.at !== 'declining') return [];
      const signOut = async (): Promise<AgreementEvent> => {
        const reply = await service.api(logOut, {});
        return reply.is === 'done' ? { is: 'signedOut' } : { is: 'notSignedOut', failure: failureOf(reply) };
      };
      return [{ key: 'signOut', work: signOut, failed: { is: 'notSignedOut', failure: 'unexpected' } }];
    },
  };
}

async function complete(pending: PendingOutcome, service: Service, signal: AbortSignal): Promise<AgreementEvent> {
  const { api, redirectUrl } = service;
  const redirect = redirectUrl ? { redirectUrl } : {};

  if (pending.is === 'signedIn') {
    const asked = await api(getAgreement, {}, { signal });
    if (asked.is !== 'done' && !isMissing(asked)) return refused(asked);
    const { version = agreementVersion } = asked.is === 'done' ? asked.data : {};
    const agreed = await api(agree, { version, ...redirect }, { signal });
    // A back end without these calls keeps no record of agreements: agreeing just continues.
    if (agreed.is !== 'done' && !isMissing(agreed)) return refused(agreed);
    const data = agreed.is === 'done' ? agreed.data : {};
    return { is: 'done', outcome: { ...pending, ...data, needAgreement: false } };
  }

  const { principal, serviceId } = pending;
  const loginParams = await service.loginParams();
  const reply = await api(commitCode, { principal, serviceId, loginParams, agreed: true, ...redirect }, { signal });
  if (reply.is === 'done') return { is: 'done', outcome: { is: 'signedIn', ...reply.data } };
  if (reply.is === 'needsIdentityCheck') return { is: 'done', outcome: { is: 'needsIdentityCheck', ...reply.data } };
  return refused(reply);
}

function refused(reply: { is: string; message?: Message }): AgreementEvent {
  const tooLate = ['expiredCode', 'unknownServiceId', 'notSignedIn'].includes(reply.is);
  return { is: tooLate ? 'tooLate' : 'failed', failure: failureOf(reply) };
}
