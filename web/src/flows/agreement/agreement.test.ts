import { createApi } from '@foyer/contract/api-client';
import { resultCodes } from '@foyer/contract/result-codes';
import { expect, test, vi } from 'vitest';
import { run } from '../../platform/machine/machine.ts';
import { type AgreementEvent, type AgreementState, agreement } from './agreement.machine.ts';

const pending = { is: 'signedIn', ouid: 'dan', loginDoubleCheck: false, needAgreement: true, newUser: false } as const;

test.each([
  ['without a session it is too late to agree', resultCodes.notSignedIn, 'tooLate'],
  ['after another refusal the person can agree again', 1, 'asking'],
] as const)('%s [DG-12]', async (_, code, at) => {
  const json = async () => ({ code, message: 'Refused', data: null });
  const api = createApi({ base: '/api', language: () => 'en-US', send: async () => ({ json }) });
  let state: AgreementState | undefined;
  const service = { api, loginParams: () => Promise.reject(new Error('Not expected')), redirectUrl: undefined };
  run(agreement(pending, service), (next) => (state = next)).send({ is: 'agree' });
  await vi.waitFor(() => expect(state).toEqual({ at, failure: { message: 'Refused' } }));
});

/** The machine with a back end that answers every call in the same way. */
function decide(event: AgreementEvent, response: { status?: number; json(): Promise<unknown> }) {
  const api = createApi({ base: '/api', language: () => 'en-US', send: async () => response });
  let state: AgreementState | undefined;
  const service = { api, loginParams: () => Promise.reject(new Error('Not expected')), redirectUrl: undefined };
  run(agreement(pending, service), (next) => (state = next)).send(event);
  return () => state;
}

test('a failed sign-out closes the dialog and says so [DG-12]', async () => {
  const state = decide({ is: 'decline' }, { json: async () => ({ code: 1, message: 'Refused' }) });
  const failure = { message: 'Refused' };
  await vi.waitFor(() => expect(state()).toEqual({ at: 'declined', signedOut: false, failure }));
});

test('with a back end that keeps no agreements, agreeing continues [DG-10]', async () => {
  const state = decide({ is: 'agree' }, { status: 404, json: () => Promise.reject(new SyntaxError('<')) });
  await vi.waitFor(() => expect(state()).toEqual({ at: 'agreed', outcome: { ...pending, needAgreement: false } }));
});
