import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestApp, testAppForFile } from '../test/support/test-app.ts';
import { createServices } from './create-services.ts';
import { erasure } from './platform/service-limits.ts';

const { database, clock, config, log } = await testAppForFile();

test('a stop lets the repeated task that is running end before it closes the database', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const order: string[] = [];
  const node = await createTestApp({
    clock,
    openDatabase: async () => ({ ...database, close: async () => void order.push('database closed') }),
  });
  const transaction = vi.spyOn(database.sql, 'transaction').mockImplementation(async () => {
    for (let turn = 0; turn < 100; turn += 1) await setImmediate();
    order.push('task ended');
    return [];
  });
  onTestFinished(() => {
    transaction.mockRestore();
    vi.useRealTimers();
  });
  vi.advanceTimersByTime(erasure.interval);
  await node.close();
  expect(order).toEqual(['task ended', 'database closed']);
});

test('passwords are hashed at the full cost, which only tests lower', async () => {
  const open = async () => ({ ...database, close: async () => {} });
  const services = await createServices(config, log, { open });
  onTestFinished(services.close);
  const slot = services.passwords.reserveSlot()!;
  expect(await slot.hash('secret')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  slot.release();
});
