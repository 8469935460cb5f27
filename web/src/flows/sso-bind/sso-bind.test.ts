import type { CallResult } from '@foyer/contract/call';
import type { checkBindCode } from '@foyer/contract/flows/sso-bind';
import { expect, test } from 'vitest';
import { type Values, ssoBind } from './sso-bind.machine.ts';

type Reply = CallResult<typeof checkBindCode>;

const values: Values = { kind: 'MOBILE', principal: '13800138002', code: '123456', authCodeId: 'sent' };
const bound: Reply = {
  is: 'done',
  data: { realNameStatus: true, accountId: 'carol', targetUrl: '/home', loginDoubleCheck: false, needAgreement: false },
};

/** Submits the form once. */
async function submit(changes: Partial<Values>, reply: Reply = bound) {
  const requests: [string, string][] = [];
  const machine = ssoBind(async (code, authCodeId) => {
    requests.push([code, authCodeId]);
    return reply;
  });
  let state = machine.next(machine.start, { is: 'submit', values: { ...values, ...changes } });
  for (const activity of machine.running(state))
    if ('work' in activity) state = machine.next(state, await activity.work(new AbortController().signal));
  return { state, requests };
}

test('the right code links the identity with one request [SO-10]', async () => {
  const { state, requests } = await submit({});
  expect(requests).toEqual([['123456', 'sent']]);
  expect(state).toMatchObject({ at: 'finished', result: { is: 'signedIn', url: '/home' } });
});

test.each<[string, Partial<Values>, object]>([
  ['no number', { principal: '' }, { principal: 'empty' }],
  ['ten digits', { principal: '1380013800' }, { principal: 'invalid' }],
  ['a number that does not start with 1', { principal: '23800138002' }, { principal: 'invalid' }],
  ['an e-mail in the number field', { principal: 'carol@example.com' }, { principal: 'invalid' }],
  ['no e-mail', { kind: 'EMAIL', principal: ' ' }, { principal: 'empty' }],
  ['half an e-mail', { kind: 'EMAIL', principal: 'carol@' }, { principal: 'invalid' }],
  ['a number in the e-mail field', { kind: 'EMAIL' }, { principal: 'invalid' }],
  ['no code', { code: '' }, { code: 'empty' }],
  ['a code of five digits', { code: '12345' }, { code: 'invalid' }],
  ['a code without one having been sent', { authCodeId: undefined }, { code: 'needFirst' }],
])('%s is reported and nothing is sent [SO-11]', async (_, changes, problems) => {
  const { state, requests } = await submit(changes);
  expect(state).toEqual({ at: 'editing', problems });
  expect(requests).toEqual([]);
});

test('the masked principal from the company is not validated [D-29]', async () => {
  expect((await submit({ principal: undefined })).state.at).toBe('finished');
});

const refusal = { message: 'Message', data: null };
test.each<{ reply: Reply }>([
  { reply: { is: 'wrongCode', message: 'Message', data: { attemptsLeft: 4 } } },
  { reply: { is: 'expiredCode', ...refusal } },
  { reply: { is: 'tooManyCodeTries', ...refusal } },
  { reply: { is: 'unknownServiceId', ...refusal } },
])('$reply.is is reported at the code field', async ({ reply }) => {
  const { state } = await submit({}, reply);
  expect(state).toEqual({ at: 'editing', problems: { code: { message: 'Message' } }, refused: true });
});

test.each<{ reply: Reply }>([
  { reply: { is: 'ssoExpired', ...refusal } },
  { reply: { is: 'boundElsewhere', ...refusal } },
  { reply: { is: 'accountDisabled', ...refusal } },
  { reply: { is: 'refused', code: 1, ...refusal } },
])('$reply.is is reported for the whole form', async ({ reply }) => {
  const { state } = await submit({}, reply);
  expect(state).toEqual({ at: 'editing', problems: { form: { message: 'Message' } }, refused: true });
});

test('an account created by an invitation must confirm its ID number first', async () => {
  const data = { name: '尹*', desIdNo: '1101****', serviceId: 'check' };
  const { state } = await submit({}, { is: 'needsIdentityCheck', data });
  expect(state).toEqual({ at: 'finished', result: { is: 'needsIdentityCheck', ...data } });
});
