import { expect, test } from 'vitest';
import { type KeepState, keepOrLeave } from './keep-account.machine.ts';

const never = () => Promise.reject(new Error('Not expected'));
const { next, start } = keepOrLeave({ load: never, keep: never, leave: never });
const asking: KeepState = { at: 'asking', closesAt: '2026-11-30' };

test('a person without such a session has to sign in', () => {
  expect(next(start, { is: 'loaded', reply: { is: 'notSignedIn', data: null } })).toEqual({
    at: 'left',
    url: undefined,
  });
});

test('keeping the account leads to the URL of the service, and signing out to the sign-in page', () => {
  expect(next(start, { is: 'loaded', reply: { is: 'done', data: { closesAt: '2026-11-30' } } })).toEqual(asking);
  const keeping = next(asking, { is: 'keep' });
  expect(next(keeping, { is: 'answered', reply: { is: 'done', data: { url: '/help' } } })).toEqual({
    at: 'left',
    url: '/help',
  });
  const leaving = next(asking, { is: 'leave' });
  expect(next(leaving, { is: 'answered', reply: { is: 'done', data: null } })).toEqual({ at: 'left', url: undefined });
});

test('without a response the person can try again', () => {
  expect(next(next(asking, { is: 'keep' }), { is: 'answered', reply: { is: 'noResponse' } })).toEqual({
    ...asking,
    failure: 'noResponse',
  });
});
