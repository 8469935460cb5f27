import { agree, getAgreement } from '@foyer/contract/flows/consent';
import { commitCode } from '@foyer/contract/flows/code-login';
import type { Api } from '@foyer/contract/api-client';
import { logOut } from '@foyer/contract/flows/session';
import type { LoginParams } from '../../platform/api/login-params.ts';
import type { Machine } from '../../platform/machine/machine.ts';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';
import type { Outcome } from '../outcome.ts';

/** What was interrupted. Agreeing completes it; declining ends it. */
export type HeldOutcome = Outcome & { is: 'signedIn' | 'mustAgreeFirst' | 'alreadyRegistered' };

export type ConsentState =
  | { at: 'asking'; trouble?: Failure }
  | { at: 'agreeing' }
  | { at: 'declining' }
  | { at: 'agreed'; outcome: Outcome }
  | { at: 'declined'; signedOut: boolean }
  /** What was proven counts no more: there is nothing left to agree for. */
  | { at: 'tooLate'; why: Failure };

export type ConsentEvent =
  | { is: 'agree' | 'decline' | 'signedOut' }
  | { is: 'done'; outcome: Outcome }
  | { is: 'failed' | 'tooLate'; trouble: Failure };

interface Service {
  api: Api;
  loginParams(): Promise<LoginParams>;
  redirectUrl: string | undefined;
}

/** Someone who is not signed in yet has nothing to be signed out of. */
const mustSignOut = (held: HeldOutcome) => held.is === 'signedIn';

export function consent(held: HeldOutcome, service: Service): Machine<ConsentState, ConsentEvent> {
  return {
    start: { at: 'asking' },

    next(state, event) {
      switch (event.is) {
        case 'agree':
          return state.at === 'asking' ? { at: 'agreeing' } : state;
        case 'decline':
          if (state.at !== 'asking') return state;
          return mustSignOut(held) ? { at: 'declining' } : { at: 'declined', signedOut: false };
        case 'signedOut':
          return { at: 'declined', signedOut: true };
        case 'done':
          return { at: 'agreed', outcome: event.outcome };
        case 'failed':
          return { at: 'asking', trouble: event.trouble };
        case 'tooLate':
          return { at: 'tooLate', why: event.trouble };
      }
    },

    running(state) {
      if (state.at === 'agreeing') return [{ key: 'agree', work: (signal) => complete(held, service, signal) }];
      if (state.at !== 'declining') return [];
      const signOut = async (): Promise<ConsentEvent> => {
        const reply = await service.api(logOut, {});
        return reply.is === 'done' ? { is: 'signedOut' } : { is: 'failed', trouble: failureOf(reply) };
      };
      return [{ key: 'signOut', work: signOut }];
    },
  };
}

async function complete(held: HeldOutcome, service: Service, signal: AbortSignal): Promise<ConsentEvent> {
  const { api, redirectUrl } = service;
  const wish = redirectUrl ? { redirectUrl } : {};

  if (held.is === 'signedIn') {
    const asked = await api(getAgreement, {}, { signal });
    if (asked.is !== 'done') return refused(asked);
    const agreed = await api(agree, { version: asked.data.version, ...wish }, { signal });
    if (agreed.is !== 'done') return refused(agreed);
    return { is: 'done', outcome: { ...held, ...agreed.data, needAgreement: false } };
  }

  const { principal, serviceId } = held;
  const loginParams = await service.loginParams();
  const reply = await api(commitCode, { principal, serviceId, loginParams, agreed: true, ...wish }, { signal });
  if (reply.is === 'done') return { is: 'done', outcome: { is: 'signedIn', ...reply.data } };
  if (reply.is === 'needsIdentityCheck') return { is: 'done', outcome: { is: 'needsIdentityCheck', ...reply.data } };
  return refused(reply);
}

function refused(reply: { is: string; message?: string }): ConsentEvent {
  const tooLate = ['expiredCode', 'unknownService', 'notSignedIn'].includes(reply.is);
  return { is: tooLate ? 'tooLate' : 'failed', trouble: failureOf(reply) };
}
