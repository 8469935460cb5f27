import { createApi } from '@foyer/contract/api-client';
import { resultCodes } from '@foyer/contract/result-codes';
import { expect, test, vi } from 'vitest';
import { run } from '../../platform/machine/machine.ts';
import { type ConsentState, consent } from './consent.machine.ts';

const pending = { is: 'signedIn', ouid: 'dan', loginDoubleCheck: false, needAgreement: true, newUser: false } as const;

test.each([
  ['without a session it is too late to agree', resultCodes.notSignedIn, 'tooLate'],
  ['after another refusal the person can agree again', 1, 'asking'],
] as const)('%s [DG-12]', async (_, code, at) => {
  const json = async () => ({ code, message: 'Refused', data: null });
  const api = createApi({ base: '/api', language: () => 'en-US', send: async () => ({ json }) });
  let state: ConsentState | undefined;
  const service = { api, loginParams: () => Promise.reject(new Error('Not expected')), redirectUrl: undefined };
  run(consent(pending, service), (next) => (state = next)).send({ is: 'agree' });
  await vi.waitFor(() => expect(state).toEqual({ at, failure: { message: 'Refused' } }));
});
