import { hours } from '@foyer/contract/time';
import { expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';

const services = await testAppForFile();
const { quotas } = services.stores;

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
