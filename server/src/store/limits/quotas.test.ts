import { days, hours, minutes, seconds } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { concurrently } from '../../../test/support/concurrently.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { quotas as table } from '../schema/schema.ts';
import { type Quota, type WindowLimit, quotaStore } from './quotas.ts';

const services = await testAppForFile();
const { clock, database, moveClock, stores } = services;
const { quotas } = stores;
let keys = 0;
const newQuota = (...limits: WindowLimit[]): Quota => ({ key: `quota-${(keys += 1)}`, limits });
const isConsumed = async (quota: Quota) => (await quotas.consume([quota])).is === 'consumed';
const rowOf = async ({ key }: Quota) => (await database.sql.select().from(table).where(eq(table.key, key)))[0];
/** Consumes so many uses at once. Returns how many were allowed. */
const consumeMany = async (count: number, quota: Quota) =>
  (await Promise.all(Array.from({ length: count }, () => isConsumed(quota)))).filter(Boolean).length;

test('a limit of 100 allows the next use exactly a period after the first', async () => {
  const quota = newQuota({ max: 100, window: minutes(1) });
  expect(await consumeMany(100, quota)).toBe(100);
  moveClock(minutes(1) - 1);
  expect(await quotas.consume([quota])).toMatchObject({ is: 'refused', retryAfter: 1 });
  moveClock(1);
  expect(await isConsumed(quota)).toBe(true);
});

test('above 100, in no period are more uses allowed than the limit, and none is refused for longer than a bucket', async () => {
  const [max, window, bucket] = [120, minutes(1), seconds(1)];
  const quota = newQuota({ max, window });
  const uses: number[] = [];
  const countSince = (since: number) => uses.filter((time) => time > since).length;
  const allowed: number[] = [];
  const exactly: number[] = [];
  for (let step = 0; step < 60; step++) {
    moveClock(1 + ((step * 7919) % 6000));
    const now = clock.now();
    const [leastLeft, mostLeft] = [max - countSince(now - window - bucket), max - countSince(now - window)];
    const count = await consumeMany(17, quota);
    expect(count).toBeGreaterThanOrEqual(Math.min(17, leastLeft));
    expect(count).toBeLessThanOrEqual(Math.min(17, mostLeft));
    for (let i = 0; i < count; i++) uses.push(now);
    allowed.push(count);
    exactly.push(countSince(now - window));
  }
  expect(Math.min(...allowed)).toBeLessThan(17);
  expect(Math.max(...exactly)).toBe(max);
  expect((await rowOf(quota))?.usedAt.length).toBeLessThanOrEqual(61);
});

test('a refusal above 100 says when the bucket of the next use ends', async () => {
  const quota = newQuota({ max: 200, window: hours(1) });
  moveClock(minutes(1) - (clock.now() % minutes(1)) + 1);
  expect(await consumeMany(250, quota)).toBe(200);
  expect(await quotas.consume([quota])).toMatchObject({ is: 'refused', retryAfter: 61 * 60 });
  moveClock(minutes(61) - 2);
  expect(await isConsumed(quota)).toBe(false);
  moveClock(1);
  expect(await isConsumed(quota)).toBe(true);
});

test('two nodes together allow as many uses at once as the limit, not one more', async () => {
  const quota = newQuota({ max: 150, window: minutes(1) });
  const nodes = [quotas, quotaStore(database.sql, clock)];
  const results = await concurrently(() =>
    Promise.all(nodes.flatMap((node) => Array.from({ length: 10 }, () => node.consume([quota])))),
  );
  expect(results.flat().filter(({ is }) => is === 'consumed')).toHaveLength(150);
  expect(await quotas.used([quota.key], minutes(1))).toEqual([150]);
});

test('60,000 uses a minute are one row of at most 61 counts', async () => {
  const quota = newQuota({ max: 60_000, window: minutes(1) });
  for (let quarter = 0; quarter < 260; quarter++) {
    expect(await consumeMany(5, quota)).toBe(5);
    moveClock(seconds(0.25));
  }
  const row = await rowOf(quota);
  expect(row?.usedAt.length).toBeLessThanOrEqual(61);
  expect(Math.max(...(row?.counts ?? []))).toBe(20);
});

test.each([100, 101])('a refund takes back one of many uses of a limit of %i', async (max) => {
  const quota = newQuota({ max, window: minutes(1) });
  const results = await Promise.all(Array.from({ length: max }, () => quotas.consume([quota])));
  expect(await isConsumed(quota)).toBe(false);
  const [first] = results;
  if (first?.is === 'consumed') await first.refund();
  expect(await quotas.used([quota.key], minutes(1))).toEqual([max - 1]);
  expect(await isConsumed(quota)).toBe(true);
  expect(await isConsumed(quota)).toBe(false);
});

test('uses that an earlier version has stored, without counts, count once each', async () => {
  const quota = newQuota({ max: 103, window: minutes(1) });
  const usedAt = [new Date(clock.now() - 3), new Date(clock.now() - 2)];
  await database.sql.insert(table).values({ key: quota.key, usedAt, expiresAt: new Date(clock.now() + days(1)) });
  expect(await quotas.used([quota.key], minutes(1))).toEqual([2]);
  expect(await consumeMany(110, quota)).toBe(101);
});

// The embedded database has one connection, so that nothing waits for a row there.
test.runIf(process.env['TEST_DATABASE_URL'])(
  'uses of the same quotas that are refunded at once do not deadlock',
  async () => {
    const limits = [{ max: 10_000, window: hours(1) }];
    const shared = ['a', 'b', 'c', 'd'].map((key) => ({ key: `shared-${key}`, limits }));
    const consumeAndRefund = async (_: unknown, n: number) => {
      const consumed = await quotas.consume([{ key: `own-${n}`, limits }, ...shared]);
      if (consumed.is === 'consumed') await consumed.refund();
    };
    await Promise.all(Array.from({ length: 400 }, consumeAndRefund));
    expect(await quotas.used(['shared-a', 'shared-d', 'own-7'], hours(1))).toEqual([0, 0, 0]);
  },
);
