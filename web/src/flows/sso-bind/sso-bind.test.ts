import type { CallResult } from '@foyer/contract/call';
import type { checkBindCode } from '@foyer/contract/flows/sso-bind';
import { expect, test } from 'vitest';
import { type Typed, ssoBind } from './sso-bind.machine.ts';

type Told = CallResult<typeof checkBindCode>;

const typed: Typed = { kind: 'MOBILE', address: '13800138002', code: '123456', authCodeId: 'sent' };
const bound: Told = {
  is: 'done',
  data: { realNameStatus: true, accountId: 'carol', targetUrl: '/home', loginDoubleCheck: false, needAgreement: false },
};

/** What becomes of what someone submits. */
async function submit(change: Partial<Typed>, told: Told = bound) {
  const asked: [string, string][] = [];
  const machine = ssoBind(async (code, authCodeId) => {
    asked.push([code, authCodeId]);
    return told;
  });
  let state = machine.next(machine.start, { is: 'submit', typed: { ...typed, ...change } });
  for (const thing of machine.running(state))
    if ('work' in thing) state = machine.next(state, await thing.work(new AbortController().signal));
  return { state, asked };
}

test('a code that is right binds, once [SO-10]', async () => {
  const { state, asked } = await submit({});
  expect(asked).toEqual([['123456', 'sent']]);
  expect(state).toMatchObject({ at: 'ended', result: { is: 'signedIn', ouid: 'carol', url: '/home' } });
});

test.each<[string, Partial<Typed>, object]>([
  ['no number', { address: '' }, { address: 'empty' }],
  ['ten digits', { address: '1380013800' }, { address: 'invalid' }],
  ['a number that does not start with 1', { address: '23800138002' }, { address: 'invalid' }],
  ['an address where a number is wanted', { address: 'carol@example.com' }, { address: 'invalid' }],
  ['no e-mail', { kind: 'EMAIL', address: ' ' }, { address: 'empty' }],
  ['half an e-mail', { kind: 'EMAIL', address: 'carol@' }, { address: 'invalid' }],
  ['a number where an e-mail is wanted', { kind: 'EMAIL' }, { address: 'invalid' }],
  ['no code', { code: '' }, { code: 'empty' }],
  ['five digits', { code: '12345' }, { code: 'invalid' }],
  ['a code that nobody was sent', { authCodeId: undefined }, { code: 'needFirst' }],
])('%s is told and not asked about [SO-11]', async (_, change, problems) => {
  const { state, asked } = await submit(change);
  expect(state).toEqual({ at: 'filling', problems });
  expect(asked).toEqual([]);
});

test('what the company told is not read again here: it is masked [D-29]', async () => {
  expect((await submit({ address: undefined })).state.at).toBe('ended');
});

const said = { message: 'Said', data: null };
test.each<{ told: Told }>([
  { told: { is: 'wrongCode', message: 'Said', data: { attemptsLeft: 4 } } },
  { told: { is: 'expiredCode', ...said } },
  { told: { is: 'tooManyCodeTries', ...said } },
  { told: { is: 'unknownService', ...said } },
])('$told.is is told at the code', async ({ told }) => {
  const { state } = await submit({}, told);
  expect(state).toEqual({ at: 'filling', problems: { code: { message: 'Said' } } });
});

test.each<{ told: Told }>([
  { told: { is: 'ssoExpired', ...said } },
  { told: { is: 'boundElsewhere', ...said } },
  { told: { is: 'accountDisabled', ...said } },
  { told: { is: 'refused', code: 1, ...said } },
])('$told.is is told about the whole', async ({ told }) => {
  const { state } = await submit({}, told);
  expect(state).toEqual({ at: 'filling', problems: { form: { message: 'Said' } } });
});

test('an account that was made by an invitation asks for its ID number first', async () => {
  const asked = { name: '尹*', desIdNo: '1101****', serviceId: 'held' };
  const { state } = await submit({}, { is: 'needsIdentityCheck', data: asked });
  expect(state).toEqual({ at: 'ended', result: { is: 'needsIdentityCheck', ...asked } });
});
