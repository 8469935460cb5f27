import { createApi } from '@foyer/contract/api-client';
import { resultCodes } from '@foyer/contract/result-codes';
import { expect, test, vi } from 'vitest';
import { run } from '../../platform/machine/machine.ts';
import { type ConsentState, consent } from './consent.machine.ts';

const pending = { is: 'signedIn', ouid: 'dan', loginDoubleCheck: false, needAgreement: true, newUser: false } as const;

test.each([
  ['notSignedIn', { at: 'tooLate', failure: { message: 'Please sign in first' } }],
  ['busy', { at: 'asking', failure: { message: 'Please sign in first' } }],
] as const)('agreeing with the response %s leads to the state %o [DG-12]', async (name, end) => {
  const code = name === 'busy' ? 1 : resultCodes.notSignedIn;
  const json = async () => ({ code, message: 'Please sign in first', data: null });
  const api = createApi({ base: '/api', language: () => 'en-US', send: async () => ({ json }) });
  let state: ConsentState | undefined;
  const service = { api, loginParams: () => Promise.reject(new Error('Not expected')), redirectUrl: undefined };
  run(consent(pending, service), (next) => (state = next)).send({ is: 'agree' });
  await vi.waitFor(() => expect(state).toEqual(end));
});
