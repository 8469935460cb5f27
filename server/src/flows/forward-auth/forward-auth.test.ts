import { longest } from '@foyer/contract/limits';
import { hours, minutes } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { countStatements } from '../../../test/support/count-statements.ts';
import { openNode, testAppForFile } from '../../../test/support/test-app.ts';
import { newPerson, signedIn } from '../../../test/support/flows/test-oidc.ts';
import { accounts, agreements, sessions } from '../../store/schema/schema.ts';

const application = 'https://app.example.com:8443';
const services = await testAppForFile({
  env: { ALLOWED_REDIRECTS: application, TRUSTED_PROXIES: '127.0.0.1', CALLS_PER_MINUTE: '20' },
});
const { publicUrl } = services.config;
const { host } = new URL(publicUrl);
type Browser = ReturnType<typeof services.browser>;

/** A proxy asks about a request of this browser. */
const check = (browser: Browser, headers: Record<string, string> = {}, query = '') =>
  browser.send({
    method: 'GET',
    url: `/api/session/verify${query}`,
    remoteAddress: '127.0.0.1',
    headers: { host, 'x-forwarded-uri': '/contracts/7?tab=2', ...headers },
  });
const statusFor = async (browser: Browser) => (await check(browser)).statusCode;
const identity = ({ headers }: { headers: Record<string, unknown> }) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('x-foyer-')));
const redirectOf = ({ headers }: { headers: Record<string, unknown> }) => {
  const url = new URL(String(headers['location']));
  expect(`${url.origin}${url.pathname}`).toBe(`${publicUrl}/login/web`);
  return url.searchParams.get('redirectUrl');
};

describe('a request of a person who is signed in', () => {
  test('passes, with headers that say who it is', async () => {
    const person = await newPerson(services, { name: '林爱丽', email: 'lin@example.com' });
    const { browser } = await signedIn(services, person);
    const answer = await check(browser);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.cookies).toEqual([]);
    expect(identity(answer)).toEqual({
      'x-foyer-user': person.ouid,
      'x-foyer-name': encodeURIComponent('林爱丽'),
      'x-foyer-email': 'lin@example.com',
      'x-foyer-mobile': `+86${person.mobile}`,
      'x-foyer-factors': 'password',
    });
    expect(answer.json()).toMatchObject({ code: 0, data: null });
  });

  test('has no header for what is not known', async () => {
    const { browser } = await signedIn(services, await newPerson(services));
    const names = Object.keys(identity(await check(browser)));
    expect(names).toEqual(['x-foyer-user', 'x-foyer-mobile', 'x-foyer-factors']);
  });

  test('passes as often as a page has pictures: calls per client IP do not count', async () => {
    const { browser } = await signedIn(services, await newPerson(services));
    for (let picture = 1; picture <= 40; picture += 1) expect(await statusFor(browser)).toBe(200);
  });

  test('passes as long as the session does, and keeps it from ending', async () => {
    const { browser } = await signedIn(services, await newPerson(services));
    services.moveClock(hours(12) - 1);
    expect(await statusFor(browser)).toBe(200);
    services.moveClock(hours(12) - 1);
    expect(await statusFor(browser)).toBe(200);
    services.moveClock(hours(12));
    expect(await statusFor(browser)).toBe(401);
  });

  test('costs one statement, and another one a minute later', async () => {
    const { browser } = await signedIn(services, await newPerson(services));
    const statements = () => countStatements(services.database.sql, () => check(browser));
    services.moveClock(minutes(1) - 1);
    expect(await statements()).toBe(1);
    services.moveClock(1);
    expect(await statements()).toBe(2);
    expect(await statements()).toBe(1);
  });

  test('shares its statement with the others of that moment', async () => {
    const people = [await newPerson(services), await newPerson(services)];
    const browsers = await Promise.all(people.map(async (person) => (await signedIn(services, person)).browser));
    const answers: (string | undefined)[] = [];
    const statements = await countStatements(services.database.sql, () =>
      Promise.all(
        Array.from({ length: 40 }, async (_, n) => {
          const { headers } = await check(browsers[n % 2]!);
          answers[n] = String(headers['x-foyer-user']);
        }),
      ),
    );
    expect(statements).toBeLessThan(10);
    expect(answers).toEqual(Array.from({ length: 40 }, (_, n) => people[n % 2]!.ouid));
  });
});

describe('a request passes no more', () => {
  test('once the person has signed out, also on another node', async () => {
    const { browser } = await signedIn(services, await newPerson(services));
    const node = await openNode(services, { ALLOWED_REDIRECTS: application });
    const there = node.browser();
    for (const [name, value] of browser.jar) there.jar.set(name, value);
    expect([await statusFor(browser), await statusFor(there)]).toEqual([200, 200]);
    const copy = services.browser();
    for (const [name, value] of browser.jar) copy.jar.set(name, value);
    await there.post('/user/accounts/logout');
    expect(await statusFor(copy)).toBe(401);
  });

  test('once the account is disabled', async () => {
    const person = await newPerson(services);
    const { browser } = await signedIn(services, person);
    const disabledAt = new Date(services.clock.now());
    await services.database.sql.update(accounts).set({ disabledAt }).where(eq(accounts.ouid, person.ouid));
    expect(await statusFor(browser)).toBe(401);
  });

  test('while the session awaits agreement', async () => {
    const person = await newPerson(services);
    await services.database.sql.delete(agreements).where(eq(agreements.account, person.ouid));
    const browser = services.browser();
    await browser.signIn(person.mobile, person.password);
    const stored = await services.database.sql.select().from(sessions).where(eq(sessions.account, person.ouid));
    expect(stored).toMatchObject([{ state: 'awaitingConsent' }]);
    expect(await statusFor(browser)).toBe(401);
  });
});

describe('an anonymous request', () => {
  test('is refused, with the sign-in page that returns to what was asked for', async () => {
    const answer = await check(services.browser());
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(identity(answer)).toEqual({});
    expect(redirectOf(answer)).toBe(`${publicUrl}/contracts/7?tab=2`);
  });

  test('to another origin of the redirect allowlist returns there', async () => {
    const answer = await check(services.browser(), { 'x-forwarded-host': new URL(application).host });
    expect(redirectOf(answer)).toBe(`${application}/contracts/7?tab=2`);
  });

  test.each([
    ['a path that looks like a host', '//evil.test/x', `${publicUrl}//evil.test/x`],
    ['a path that becomes one', '/..//evil.test', `${publicUrl}//evil.test`],
    ['a host behind a user name', '@evil.test/', null],
    ['the end of a longer host name', '.evil.test/', null],
    ['a host behind a password', ':443@evil.test/', null],
    ['another site', 'https://evil.test/', null],
    ['a backslash', '/\\evil.test', null],
    ['a space', '/a b', null],
    ['a path that is too long', `/${'a'.repeat(longest.redirectUrl)}`, null],
    ['nothing', '', null],
  ])('for %s never returns to a foreign site [AC-01] [AC-05]', async (_, path, expected) => {
    expect(redirectOf(await check(services.browser(), { 'x-forwarded-uri': path }))).toBe(expected);
  });

  test.each<[string, number, Record<string, string>]>([
    ['a page', 303, { 'sec-fetch-mode': 'navigate' }],
    ['a page, in a browser that says less', 303, { accept: 'text/html,*/*;q=0.8' }],
    ['a script', 401, { 'sec-fetch-mode': 'cors', accept: 'text/html' }],
    ['a script, in a browser that says less', 401, { accept: 'application/json' }],
    ['a form that was sent', 401, { 'sec-fetch-mode': 'navigate', 'x-forwarded-method': 'POST' }],
  ])('of %s gets %i where the proxy passes the answer on', async (_, status, headers) => {
    const answer = await check(services.browser(), headers, '?signIn=redirect');
    expect(answer.statusCode).toBe(status);
    expect(redirectOf(answer)).toBe(`${publicUrl}/contracts/7?tab=2`);
    expect((await check(services.browser(), headers)).statusCode).toBe(401);
  });
});

describe('a host that is neither ours nor on the redirect allowlist is refused [AC-08]', () => {
  test('also for a person who is signed in', async () => {
    const { browser } = await signedIn(services, await newPerson(services));
    for (const headers of [{ host: 'evil.test' }, { 'x-forwarded-host': 'app.example.com' }]) {
      const answer = await check(browser, headers);
      expect(answer.statusCode).toBe(403);
      expect(identity(answer)).toEqual({});
      expect(answer.headers['location']).toBeUndefined();
    }
    expect(services.lines.join()).toContain('"event":"otherHost"');
  });

  test('and X-Forwarded-Host counts from a trusted proxy alone [AC-66]', async () => {
    const forwarded = { host: 'evil.test', 'x-forwarded-host': host };
    const options = { method: 'GET', url: '/api/session/verify', headers: forwarded } as const;
    const { browser } = await signedIn(services, await newPerson(services));
    expect((await browser.send({ ...options, remoteAddress: '127.0.0.1' })).statusCode).toBe(200);
    expect((await browser.send({ ...options, remoteAddress: '203.0.113.9' })).statusCode).toBe(403);
  });
});

test.each(['POST', 'PUT', 'DELETE'] as const)('%s is refused', async (method) => {
  const answer = await services.browser().send({ method, url: '/api/session/verify', headers: { host } });
  expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'GET, HEAD']);
});

test('an unknown value of signIn is refused', async () => {
  expect((await check(services.browser(), {}, '?signIn=page')).statusCode).toBe(400);
});

test('checks are counted, and leave no log line each', async () => {
  const { browser } = await signedIn(services, await newPerson(services));
  services.lines.length = 0;
  await check(browser);
  expect(services.lines).toEqual([]);
  expect(await services.metrics.text()).toMatch(/foyer_session_check_seconds_count\{result="signedIn"\} \d/);
});
