import { beforeEach, expect, test, vi } from 'vitest';
import type { CallResult } from '@foyer/contract/call';
import type { commitPassword } from '@foyer/contract/flows/password-login';
import type { FormState } from '../../platform/forms/form-machine.ts';
import { run } from '../../platform/machine/machine.ts';
import type { Outcome } from '../outcome.ts';
import { type Problems, type Typed, passwordLogin } from './password-login.machine.ts';

type State = FormState<Typed, Problems, Outcome>;
type Answer = CallResult<typeof commitPassword>;
const mei = { account: '13800138000', password: 'Foyer-2026' };
const signedIn = { ouid: 'mei', url: '/home', loginDoubleCheck: false, needAgreement: false, newUser: false };

beforeEach(() => void vi.stubGlobal('document', new EventTarget()));

function open(answers: Answer[]) {
  const commit = vi.fn(async () => answers.shift()!);
  const states: State[] = [];
  const flow = run(passwordLogin(commit), (state) => states.push(state));
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { commit, flow, settle, now: () => states.at(-1) };
}

test('two quick submits ask the service once [LF-12]', async () => {
  const { commit, flow, settle, now } = open([{ is: 'done', data: signedIn }]);
  flow.send({ is: 'submit', typed: mei });
  flow.send({ is: 'submit', typed: mei });
  await settle();
  expect(commit).toHaveBeenCalledTimes(1);
  expect(now()).toEqual({ at: 'ended', result: { is: 'signedIn', ...signedIn } });

  flow.send({ is: 'submit', typed: mei });
  await settle();
  expect(commit).toHaveBeenCalledTimes(1);
});

test('nothing is asked while a field is empty or wrong [LF-08] [VA-01]', async () => {
  const { commit, flow, now } = open([]);
  flow.send({ is: 'submit', typed: { account: ' ', password: '' } });
  expect(now()).toEqual({ at: 'filling', problems: { account: 'empty', password: 'empty' } });
  flow.send({ is: 'submit', typed: { account: '1380013800', password: ' ' } });
  expect(now()).toEqual({ at: 'filling', problems: { account: 'invalid' } });
  expect(commit).not.toHaveBeenCalled();
});

test('editing a field takes back what was said about it and about the form, not about the other', () => {
  const { flow, now } = open([]);
  flow.send({ is: 'submit', typed: { account: '', password: '' } });
  flow.send({ is: 'edit', field: 'account' });
  expect(now()).toEqual({ at: 'filling', problems: { password: 'empty' } });
});

test.each<[string, Answer, State]>([
  [
    'a wrong password',
    { is: 'wrongCredentials', data: { attemptsLeft: 4 }, message: 'wrong' },
    { at: 'filling', problems: { password: { message: 'wrong', persistent: false } } },
  ],
  [
    'a lock, which stays to be read',
    { is: 'lockedOut', data: { retryAfter: 900 }, message: 'locked' },
    { at: 'filling', problems: { password: { message: 'locked', persistent: true } } },
  ],
  [
    'an error with words [ER-02]',
    { is: 'refused', code: 500, message: 'try later' },
    { at: 'filling', problems: { form: { message: 'try later' } } },
  ],
  ['an error without words [ER-02]', { is: 'refused', code: 500 }, { at: 'filling', problems: { form: 'unknown' } }],
  ['silence [ER-03]', { is: 'noAnswer' }, { at: 'filling', problems: { form: 'noAnswer' } }],
])('after %s the form can be used again', async (_, answer, expected) => {
  const { commit, flow, settle, now } = open([answer, { is: 'noAnswer' }]);
  flow.send({ is: 'submit', typed: mei });
  await settle();
  expect(now()).toEqual(expected);

  flow.send({ is: 'submit', typed: mei });
  await settle();
  expect(commit).toHaveBeenCalledTimes(2);
});
