import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestApp, testAppForFile } from '../test/support/test-app.ts';
import { readConfig } from './config/read-config.ts';
import { createServices, openDatabase } from './create-services.ts';
import { erasure } from './parts/account-closure/erase-closed-accounts.ts';

const { database, clock, config, log } = await testAppForFile();

test('a stop lets the repeated task that is running end before it closes the database', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const order: string[] = [];
  const node = await createTestApp({
    clock,
    openDatabase: async () => ({ ...database, close: async () => void order.push('database closed') }),
  });
  // Erasing accounts has the connection of tasks.
  const transaction = vi.spyOn(database.tasks, 'transaction').mockImplementation(async () => {
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

test('a start in production asks for a database by name', async () => {
  const production = { ...config, production: true, databaseUrl: undefined, isDatabaseNamed: false };
  await expect(openDatabase(production, log)).rejects.toThrow(
    'DATABASE_URL is missing: give postgres://user:password@host/database, or DATA_DIR for the embedded database, which one process alone can use',
  );
});

test('PostgreSQL, or the folder of the embedded database, names the database', () => {
  const isNamed = (env: Record<string, string>) => readConfig(env).isDatabaseNamed;
  expect([{}, { DATABASE_URL: 'postgres://u:p@db/x' }, { DATA_DIR: 'data' }].map(isNamed)).toEqual([false, true, true]);
});
