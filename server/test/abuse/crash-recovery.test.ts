import { resultCodes } from '@foyer/contract/result-codes';
import { minutes, seconds } from '@foyer/contract/time';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createBrowser } from '../support/test-browser.ts';
import { type Environment, testAppForFile, newTestDatabase, createTestApp } from '../support/test-app.ts';
import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { openPostgres } from '../../src/database/postgres.ts';
import { accounts, sessions } from '../../src/store/schema/schema.ts';

const password = 'Foyer-2026';
const mobile = '13800000001';

async function place(how?: { bare: boolean }) {
  const { env, clear } = await newTestDatabase(how);
  onTestFinished(clear);
  return env;
}

async function openAt(env: Environment) {
  const services = await createTestApp({ env });
  onTestFinished(services.close);
  return services;
}

describe('a restart', () => {
  test('keeps accounts, sessions and locks [AC-74]', async () => {
    const env = await place();
    const before = await openAt(env);
    await before.addAccount({ mobile, password });
    const person = before.browser({ clientIp: '198.51.100.1' });
    await person.signIn(mobile, password);
    const guesser = before.browser({ clientIp: '198.51.100.2' });
    for (let i = 0; i < 5; i += 1) {
      await guesser.signIn(mobile, 'wrong');
      before.moveClock(seconds(5));
    }
    await before.close();

    const after = await openAt(env);
    const still = after.browser();
    still.jar.set('foyer_session', person.jar.get('foyer_session')!);
    expect(await still.get('/user/accounts/me')).toMatchObject({ code: 0 });
    expect(await after.browser({ clientIp: '198.51.100.2' }).signIn(mobile, password)).toMatchObject({
      code: resultCodes.lockedOut,
    });
    after.moveClock(minutes(16));
    expect(await after.browser({ clientIp: '198.51.100.2' }).signIn(mobile, password)).toMatchObject({ code: 0 });
  });
});

describe('two processes on one database', async () => {
  const services = await testAppForFile();
  const other = await createApp(services);
  const clientIp = '198.51.100.3';
  const nodes = [services.app, other].map((app) => createBrowser(app, services.config, { clientIp }));

  test('share sessions and count wrong passwords together [AC-69]', async () => {
    await services.addAccount({ mobile, password });
    const left = [];
    for (let i = 0; i < 4; i += 1) {
      left.push((await nodes[i % 2]!.signIn(mobile, 'wrong')).data['attemptsLeft']);
      services.moveClock(seconds(5));
    }
    expect(left).toEqual([4, 3, 2, 1]);

    await nodes[0]!.signIn(mobile, password);
    nodes[1]!.jar.set('foyer_session', nodes[0]!.jar.get('foyer_session')!);
    expect(await nodes[1]!.get('/user/accounts/me')).toMatchObject({ code: 0 });
    await nodes[1]!.post('/user/accounts/logout');
    expect(await nodes[0]!.get('/user/accounts/me')).toMatchObject({ code: resultCodes.notSignedIn });
  });

  test('check five of two hundred wrong passwords sent to both', async () => {
    const another = '13800000002';
    const ouid = await services.addAccount({ mobile: another, password });
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(Array.from({ length: 40 }, (_, i) => nodes[i % 2]!.signIn(another, 'wrong')));
      services.moveClock(minutes(1));
    }
    // Only a checked attempt logs the account.
    expect(services.lines.filter((line) => line.includes('"event":"signIn"') && line.includes(ouid))).toHaveLength(5);
  });
});

describe('migrations', () => {
  test('do nothing the second time', async () => {
    const env = await place();
    for (let i = 0; i < 2; i += 1) {
      const services = await openAt(env);
      expect(services.database.migrations).toEqual([]);
      await services.close();
    }
  });

  test.runIf(process.env['TEST_DATABASE_URL'])('are made once when several processes start together', async () => {
    const { DATABASE_URL = '' } = await place({ bare: true });
    const { folders } = readConfig({});
    const opened = await Promise.all(
      Array.from({ length: 4 }, () => openPostgres(DATABASE_URL, folders.migrations, () => {})),
    );
    expect(opened.filter(({ migrations }) => migrations.length > 0)).toHaveLength(1);
    expect(await opened[0]!.sql.select().from(sessions)).toEqual([]);
    await Promise.all(opened.map((database) => database.close()));
  });
});

test('a new database has no accounts [ASVS 6.3.2]', async () => {
  const services = await openAt({ ...(await place()), SANDBOX: 'off' });
  expect(await services.database.sql.select().from(accounts)).toEqual([]);
});
