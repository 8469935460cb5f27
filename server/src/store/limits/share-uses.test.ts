import { minutes } from '@foyer/contract/time';
import { expect, test } from 'vitest';
import type { Quota } from './quotas.ts';
import { shareUses } from './share-uses.ts';

const quota: Quota = { key: 'codes', limits: [{ max: 1000, window: minutes(1) }] };

/** A row that has so many uses left. Each statement takes a turn of the event loop. */
function row(left: number) {
  const statements: number[] = [];
  const consume = shareUses(async (_, uses) => {
    statements.push(uses);
    await new Promise(setImmediate);
    if (statements.length === 1 && left === -1) throw new Error('no connection');
    if (uses > left) return undefined;
    left -= uses;
    return statements.length;
  });
  const consumeMany = (count: number) => Promise.all(Array.from({ length: count }, () => consume(quota)));
  return { statements, consume, consumeMany };
}

test('requests of one turn share a statement, and those during it share the next one', async () => {
  const { statements, consume, consumeMany } = row(100);
  const first = consumeMany(3);
  await Promise.resolve();
  await Promise.resolve();
  const second = consumeMany(5);
  expect(await first).toEqual([1, 1, 1]);
  expect(await second).toEqual([2, 2, 2, 2, 2]);
  expect(await consume(quota)).toBe(3);
  expect(statements).toEqual([3, 5, 1]);
});

test('the requests that came first get what is left, all of it', async () => {
  const { statements, consumeMany } = row(13);
  const times = await consumeMany(20);
  expect(times.filter((time) => time !== undefined)).toHaveLength(13);
  expect(times.slice(13)).toEqual(Array.from({ length: 7 }));
  expect(statements).toEqual([20, 10, 10, 5, 2, 2, 1, 1]);
});

test('no statement asks for more than the limit, since the first uses are not compared with it', async () => {
  const { statements, consumeMany } = row(1000);
  expect((await consumeMany(1500)).filter((time) => time !== undefined)).toHaveLength(1000);
  expect(Math.max(...statements)).toBe(1000);
});

test('a failed statement fails its own requests alone', async () => {
  const { consume, consumeMany } = row(-1);
  await expect(consumeMany(2)).rejects.toThrow('no connection');
  await expect(consume(quota)).resolves.toBeUndefined();
});
