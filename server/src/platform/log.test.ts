import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { resultCodes } from '@foyer/contract/result-codes';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { hours } from '@foyer/contract/time';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { testAppForFile } from '../../test/support/test-app.ts';
import { sha256Hex } from './sha256.ts';
import { createLog, errorFields } from './log.ts';

const services = await testAppForFile();

test('contains no personal data, input or token [AC-50] [ASVS 16.2.5]', async () => {
  const canary = {
    mobile: '13911112222',
    email: 'canary-7f3@example.com',
    name: '金丝雀',
    password: 'Canary-2026',
    idNumber: '110101199003079999',
  };
  await services.addAccount({ ...canary, lastSignInAt: new Date() });
  const browser = services.browser({ clientIp: '203.0.113.77', userAgent: 'CanaryAgent/1.0 Chrome/140 Windows' });
  await browser.signIn(canary.mobile, 'Canary-wrong');
  await browser.signIn(canary.mobile, canary.password);
  const token = browser.jar.get('foyer_session')!;
  await browser.get(`/user/accounts/me?principal=${canary.mobile}`);
  await browser.send({ method: 'GET', url: `/login/web?account=${canary.email}` });
  await browser.send({ method: 'POST', url: `/api/${canary.mobile}`, payload: { principal: canary.email } });
  await browser.send({ method: 'POST', url: '/api/login/commit/user', payload: `{"principal":"${canary.mobile}"` });
  await browser.send({ method: 'GET', url: '/api/user/accounts/me', headers: { authorization: `Bearer ${token}` } });
  await browser.post('/user/accounts/logout', { everywhere: true });

  const all = services.lines.join('');
  expect(services.lines.length).toBeGreaterThan(9);
  const secrets = [
    ...Object.values(canary),
    sha256Hex(canary.password),
    token,
    'Canary-wrong',
    sha256Hex('Canary-wrong'),
    '203.0.113.77',
    'CanaryAgent',
  ];
  for (const secret of secrets) expect(all).not.toContain(secret);
});

test('writes every line as one JSON object with time, level and event [ASVS 16.2.4]', async () => {
  const browser = services.browser();
  await browser.signIn('13900000001', 'wrong');
  for (const line of services.lines) {
    expect(line.indexOf('\n')).toBe(line.length - 1);
    expect(JSON.parse(line)).toMatchObject({
      time: expect.stringMatching(/Z$/),
      level: expect.any(String),
      event: expect.any(String),
    });
  }
});

test('logs each sign-in attempt with method, result and request id [ASVS 16.3.1]', async () => {
  const ouid = await services.addAccount({ mobile: '13900000002', password: 'Foyer-2026' });
  const browser = services.browser();
  services.lines.length = 0;
  await browser.signIn('13900000002', 'wrong');
  await browser.signIn('13900000002', 'Foyer-2026');
  await browser.signIn('13900000003', 'wrong');
  const tries = services.lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ event }) => event === 'signIn');
  expect(tries.map(({ way, result, account }) => [way, result, account])).toEqual([
    ['password', 'wrongCredentials', ouid],
    ['password', 'done', ouid],
    ['password', 'wrongCredentials', undefined],
  ]);
  const requests = services.lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ event }) => event === 'request');
  expect(requests.map(({ id }) => id)).toEqual(tries.map(({ id }) => id));
});

test('cannot be injected with a line break [ASVS 16.4.1]', async () => {
  services.lines.length = 0;
  const forged = 'a@example.com\r\n{"event":"signIn","result":"done"}\u2028\u001b[2J';
  const answer = await services.browser({ userAgent: 'x\t{"event":"y"}' }).signIn(forged, 'x');
  expect(answer.code).toBe(resultCodes.malformed);
  expect(services.lines).toHaveLength(1);
});

test('logs a database error with its message and stack, without its query and values', () => {
  const cause = new Error('duplicate key value violates unique constraint "accounts_mobile_unique"');
  Object.assign(cause, { code: '23505', detail: 'Key (mobile)=(13911112222) already exists.' });
  const logged = JSON.stringify(errorFields(new DrizzleQueryError('select $1', ['13911112222'], cause)));
  expect(logged).not.toContain('13911112222');
  expect(logged).not.toContain('select');
  expect(JSON.parse(logged)).toMatchObject({
    code: '23505',
    message: 'duplicate key value violates unique constraint "accounts_mobile_unique"',
    at: expect.arrayContaining([expect.stringMatching(/^at .*log\.test\.ts/)]),
  });
});

test('logs the message of any error without what may be personal data or a secret', () => {
  const messageOf = (text: string) => String({ message: undefined, ...errorFields(new Error(text)) }.message);
  expect(messageOf('The queue is closed')).toBe('The queue is closed');
  expect(messageOf('no reply from 13911112222 within 4000 ms')).toBe('no reply from … within 4000 ms');
  expect(messageOf('canary-7f3@example.com is unknown')).toBe('… is unknown');
  expect(messageOf('invalid input syntax for type integer: "金丝雀"')).toBe(
    'invalid input syntax for type integer: "…"',
  );
  expect(messageOf('invalid input syntax for type integer: "alice"')).toBe(
    'invalid input syntax for type integer: "…"',
  );
  expect(messageOf('invalid name "al"ice", not found')).toBe('invalid name "…", not found');
  expect(messageOf('invalid name "alice\nbob"')).toBe('invalid name "…"');
  expect(messageOf("unknown user 'alice' of 'o'neil'")).toBe('unknown user "…"');
  expect(messageOf("it doesn't answer, and can't be read")).toBe("it doesn't answer, and can't be read");
  for (const named of [
    'null value in column "email" of relation "accounts" violates not-null constraint',
    'update on table "accounts" violates foreign key constraint "sessions_account_fk"',
    "Cannot read properties of undefined (reading 'ouid')",
  ])
    expect(messageOf(named)).toBe(named);
  expect(messageOf('110101 19900307 999X')).not.toContain('19900307');
  expect(messageOf('GET https://idp.test/token?code=abc failed')).toBe('GET https://idp.test/… failed');
  expect(messageOf('token Zx8-aa_Q3mYt1bC7dE9fG2hJ rejected')).toBe('token … rejected');
  expect(messageOf('one\ntwo')).toBe('one');
  expect(messageOf('x '.repeat(500)).length).toBeLessThanOrEqual(200);
});

test('does not write lines below the configured level', () => {
  const lines: string[] = [];
  const { log } = createLog('warn', { write: (line) => void lines.push(line) });
  log.info({ event: 'a' });
  log.warn({ event: 'b' });
  expect(lines).toHaveLength(1);
});

describe('lines in a file', () => {
  const open = async (flushInterval: number) => {
    const folder = temporaryFolder(onTestFinished);
    const file = join(folder, 'log');
    const eventsWritten = async () =>
      (await readFile(file, 'utf8'))
        .split('\n')
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as { event: string }).event);
    return { ...createLog('info', undefined, { dest: file, flushInterval }), eventsWritten };
  };

  test('wait for a batch, and a warning or an error writes them at once', async () => {
    const { log, eventsWritten } = await open(hours(1));
    for (const level of ['warn', 'error'] as const) {
      log.info({ event: 'before' });
      log[level]({ event: level });
    }
    const written = ['before', 'warn', 'before', 'error'];
    await expect.poll(eventsWritten).toEqual(written);
    log.info({ event: 'after' });
    expect(await eventsWritten()).toEqual(written);
  });

  test('are written when the interval ends, or at the end of the process', async () => {
    const { log, eventsWritten } = await open(1);
    log.info({ event: 'waits' });
    await expect.poll(eventsWritten).toEqual(['waits']);

    const other = await open(hours(1));
    await expect.poll(other.eventsWritten).toEqual([]);
    other.log.info({ event: 'last' });
    const listeners = process.listeners('exit').filter(({ name }) => name === 'flushLogs');
    expect(listeners).toHaveLength(1);
    listeners[0]!(0);
    expect(await other.eventsWritten()).toEqual(['last']);
  });
});
