import { expect, test } from 'vitest';
import { createApi } from '@foyer/contract/api-client';
import { keepAccountUrl } from '@foyer/contract/pages/page-routes';
import { resultCodes } from '@foyer/contract/result-codes';
import { nextStep, withAgreement } from './journey.ts';

const mei = {
  is: 'signedIn',
  ouid: 'mei',
  url: '/home',
  loginDoubleCheck: false,
  needAgreement: false,
  newUser: false,
} as const;

test('a complete sign-in redirects to the URL from the service', () => {
  expect(nextStep(mei)).toEqual({ at: 'redirect', url: '/home' });
});

test('the second factor comes before agreement, and agreement before the first password [DG-10]', () => {
  const all = { ...mei, needAgreement: true, setPwdServiceId: 'set' };
  const second = { ...all, loginDoubleCheck: true, mobile: '138****8001', preServiceId: 'pre' };
  const remembered = { mobile: '138****8001', preServiceId: 'pre', url: '/home' };
  expect(nextStep(second)).toEqual({ at: 'secondFactor', ...remembered });
  expect(nextStep(all)).toEqual({ at: 'agreement', outcome: all });
  expect(nextStep({ ...all, needAgreement: false })).toEqual({ at: 'setPassword', serviceId: 'set', url: '/home' });
});

test('an account that is to be closed is asked first whether to keep it', () => {
  const url = keepAccountUrl('/help');
  const all = { ...mei, needAgreement: true, setPwdServiceId: 'set', unverifiedAccount: 'mei', url };
  expect(nextStep(all)).toEqual({ at: 'redirect', url });
});

test('agreement keeps the pending outcome unchanged [DG-09]', () => {
  for (const is of ['mustAgreeFirst', 'alreadyRegistered'] as const) {
    const outcome = { is, principal: '13800138002', serviceId: 's' };
    expect(nextStep(outcome)).toEqual({ at: 'agreement', outcome });
  }
});

test('a first sign-in needs the ID number before anything else', () => {
  const outcome = { is: 'needsIdentityCheck', name: '尹*', desIdNo: '1101****', serviceId: 's' } as const;
  expect(nextStep(outcome)).toEqual({ at: 'identityCheck', outcome });
});

test('an unlinked app identity binds a number, or signs in to the account of its number [QR-12] [QR-13]', () => {
  const unlinked = { is: 'needsMobile', app: 'wechat', userInfoContextId: 'c', loginId: 'l' } as const;
  expect(nextStep(unlinked)).toEqual({ at: 'bindMobile', outcome: unlinked });
  const known = { is: 'mobileAlreadyBound', app: 'alipay', userInfoContextId: 'c', principal: '138****8003' } as const;
  expect(nextStep(known)).toEqual({ at: 'oneClick', outcome: known });
});

test('an unlinked company identity binds an account first and verifies the real name last [SO-06] [SO-08]', () => {
  const unlinked = {
    is: 'needsAccount',
    accessCode: 'a',
    mobile: '138****8002',
    email: undefined,
    emailOnly: false,
  } as const;
  expect(nextStep(unlinked)).toEqual({ at: 'bindAccount', outcome: unlinked });
  const unverified = { ...mei, unverifiedAccount: 'mei' };
  expect(nextStep({ ...unverified, loginDoubleCheck: true, preServiceId: 'pre' })).toMatchObject({
    unverifiedAccount: 'mei',
  });
  expect(nextStep({ ...unverified, needAgreement: true })).toMatchObject({
    at: 'agreement',
    outcome: { unverifiedAccount: 'mei' },
  });
  expect(nextStep(unverified)).toEqual({ at: 'realName', accountId: 'mei', url: '/home' });
});

test('a registration leads to the page that confirms it [RG-09]', () => {
  expect(nextStep({ is: 'registered', principal: '13800138002' })).toEqual({ at: 'registered' });
});

test('a second factor without `preServiceId` still opens the second factor, never the redirect [DG-13]', () => {
  expect(nextStep({ ...mei, loginDoubleCheck: true })).toMatchObject({ at: 'secondFactor', mobile: '***' });
});

/** Asks a back end that responds with this body whether the agreement is due. Returns the calls and the outcome. */
async function askForAgreement(outcome: Parameters<typeof withAgreement>[0], body: unknown, status = 200) {
  const calls: string[] = [];
  const api = createApi({
    base: '',
    language: () => 'en-US',
    async send(url, { method }) {
      calls.push(`${method} ${url}`);
      return { status, json: async () => body };
    },
  });
  return { calls, outcome: await withAgreement(outcome, api) };
}

const { needAgreement: _, ...withoutNeedAgreement } = mei;

test('the page asks whether the agreement is due only when the response to the sign-in does not say [QR-11]', async () => {
  const due = { code: 0, data: { needAgreement: true } };
  expect(await askForAgreement(withoutNeedAgreement, due)).toEqual({
    calls: ['GET /v1/accounts/agreement'],
    outcome: { ...withoutNeedAgreement, needAgreement: true },
  });
  for (const outcome of [
    mei,
    { ...withoutNeedAgreement, loginDoubleCheck: true, preServiceId: 'p' },
    { is: 'registered', principal: '13800138002' } as const,
  ])
    expect(await askForAgreement(outcome, due)).toEqual({ calls: [], outcome });
});

test('where the agreement is due, the page asks what a person has agreed to before [DG-09]', async () => {
  const due = { ...mei, needAgreement: true };
  const updated = { day: '2026-11-01', changes: 'Shorter.' };
  const ask = async (data: object) => (await askForAgreement(due, { code: 0, data })).outcome;
  expect(await ask({ needAgreement: true, updated })).toEqual({ ...due, agreementUpdated: updated });
  expect(await ask({ needAgreement: true }), 'the first agreement').toEqual(due);
  expect(await ask({ needAgreement: false, updated }), 'the sign-in has said that it is due').toMatchObject(due);
  expect((await askForAgreement(due, undefined, 404)).outcome, 'another back end').toEqual(due);
});

test.each([
  ['says that it is not due', { code: 0, data: { needAgreement: false } }, 200],
  ['does not say', { code: 0 }, 200],
  ['does not have the call', undefined, 404],
  ['refuses', { code: resultCodes.notSignedIn }, 401],
  ['sends no readable response', undefined, 502],
])('the sign-in continues without agreement when the back end %s [QR-11]', async (_case, body, status) => {
  expect(nextStep((await askForAgreement(withoutNeedAgreement, body, status)).outcome)).toEqual({
    at: 'redirect',
    url: '/home',
  });
});
