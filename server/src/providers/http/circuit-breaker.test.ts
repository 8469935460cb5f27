import { seconds } from '@foyer/contract/time';
import { expect, test } from 'vitest';
import { testClock } from '../../../test/support/test-clock.ts';
import { withCircuitBreaker } from './circuit-breaker.ts';
import type { Delivery } from '../messaging/delivery.ts';

function open() {
  const clock = testClock();
  const changes: boolean[] = [];
  let answer: Delivery = { is: 'accepted' };
  let asked = 0;
  const send = withCircuitBreaker(
    async () => ((asked += 1), answer),
    clock,
    (isOpen) => changes.push(isOpen),
  );
  return {
    clock,
    changes,
    asked: () => asked,
    send: () => send(undefined),
    async fail(times: number) {
      answer = { is: 'noResponse', why: 'test' };
      for (let i = 0; i < times; i++) await send(undefined);
    },
    work: () => void (answer = { is: 'accepted' }),
  };
}

test('stays closed after four failures in a row; a response resets the count', async () => {
  const { fail, work, send, asked, changes } = open();
  for (let i = 0; i < 3; i++) {
    await fail(4);
    work();
    expect(await send()).toEqual({ is: 'accepted' });
  }
  expect(asked()).toBe(15);
  expect(changes).toEqual([]);
});

test('opens after five failures for three seconds; then one request decides [BE-09]', async () => {
  const { clock, fail, work, send, asked, changes } = open();
  await fail(5);
  expect(changes).toEqual([true]);
  expect(await send()).toEqual({ is: 'failed', kind: 'noResponse', why: 'breaker' });
  clock.move(seconds(3) - 1);
  await send();
  expect(asked()).toBe(5);
  clock.move(1);
  await fail(3);
  expect(asked()).toBe(6);
  clock.move(seconds(3));
  work();
  expect(await Promise.all([send(), send(), send()])).toEqual([
    { is: 'accepted' },
    { is: 'failed', kind: 'noResponse', why: 'breaker' },
    { is: 'failed', kind: 'noResponse', why: 'breaker' },
  ]);
  expect(await send()).toEqual({ is: 'accepted' });
  expect(asked()).toBe(8);
  expect(changes).toEqual([true, false]);
});

test('stays closed while the gateway responds with errors', async () => {
  const clock = testClock();
  let asked = 0;
  const send = withCircuitBreaker(
    async (): Promise<Delivery> => ((asked += 1), { is: 'failed', kind: 'balance', why: 'no money' }),
    clock,
    () => {},
  );
  for (let i = 0; i < 20; i++) await send(undefined);
  expect(asked).toBe(20);
});
