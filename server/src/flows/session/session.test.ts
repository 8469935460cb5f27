import { resultCodes } from '@foyer/contract/result-codes';
import { days, hours, minutes } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditTypesOf } from '../../../test/support/flows/audit-types.ts';
import { storeSession } from '../../../test/support/flows/store-session.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { accounts, identities, sessions } from '../../store/schema/schema.ts';

const services = await testAppForFile();
const db = services.database.sql;
const password = 'Foyer-2026';

let numbers = 13700000000;
async function newPerson(more: Parameters<typeof services.addAccount>[0] = {}) {
  const mobile = String((numbers += 1));
  return { mobile, ouid: await services.addAccount({ mobile, password, ...more }) };
}

async function signedIn(mobile: string, options?: Parameters<typeof services.browser>[0]) {
  const browser = services.browser(options);
  expect(await browser.signIn(mobile, password)).toMatchObject({ code: 0 });
  return browser;
}

const isIn = async (browser: ReturnType<typeof services.browser>) =>
  (await browser.get('/user/accounts/me')).code === 0;

describe('an account that is disabled and enabled again', () => {
  const setDisabled = (ouid: string, disabledAt: Date | null) =>
    db.update(accounts).set({ disabledAt }).where(eq(accounts.ouid, ouid));

  test('has none of its sessions left', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const here = await signedIn(person.mobile);
    const elsewhere = await signedIn(other.mobile);
    await setDisabled(person.ouid, new Date(services.clock.now()));
    expect(await isIn(here)).toBe(false);
    await setDisabled(person.ouid, null);
    expect(await isIn(here)).toBe(false);
    expect(await isIn(elsewhere)).toBe(true);
    expect(await isIn(await signedIn(person.mobile))).toBe(true);
  });

  test('loses a session that a sign-in under way has opened meanwhile', async () => {
    const { mobile, ouid } = await newPerson();
    await setDisabled(ouid, new Date(services.clock.now()));
    const late = services.browser();
    late.jar.set('foyer_session', await storeSession(services, ouid, 'password'));
    expect(await isIn(late)).toBe(false);
    await setDisabled(ouid, null);
    expect(await isIn(late)).toBe(false);
    expect(await isIn(await signedIn(mobile))).toBe(true);
  });
});

describe('a signed-in person', () => {
  test('sees their name in the language of the page [D-18]', async () => {
    const { mobile } = await newPerson({ name: '林爱丽', latinName: 'Alice Lin' });
    for (const [language, name] of [
      ['zh-CN', '林爱丽'],
      ['en-US', 'Alice Lin'],
    ] as const)
      expect(await (await signedIn(mobile, { language })).get('/user/accounts/me')).toMatchObject({ data: { name } });
  });

  test('sees their account and its sessions [D-18]', async () => {
    const { mobile, ouid } = await newPerson({ name: '林爱丽', email: 'lin@example.com', realNameAt: new Date() });
    const here = await signedIn(mobile, { clientIp: '198.51.100.77' });
    await signedIn(mobile, {
      clientIp: '2001:db8:1:2:3::4',
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Version/19.0 Mobile/15E148 Safari/604.1',
    });
    const me = await here.get('/user/accounts/me');
    expect(me).toMatchObject({
      code: 0,
      data: { ouid, name: '林爱丽', mobile, email: 'lin@example.com', realNameStatus: true, identities: [] },
    });
    const places = me.data['sessions'] as Record<string, unknown>[];
    expect(
      places.map(({ current, device, address, way, factors }) => ({ current, device, address, way, factors })),
    ).toEqual(
      expect.arrayContaining([
        { current: true, device: 'Chrome · Windows', address: '198.51.100.*', way: 'password', factors: ['password'] },
        { current: false, device: 'Safari · iPhone', address: '2001:db8:1:*', way: 'password', factors: ['password'] },
      ]),
    );
    expect(places).toHaveLength(2);
  });

  test('has an HttpOnly and SameSite session cookie [D-25]', async () => {
    const { mobile } = await newPerson();
    const browser = services.browser();
    const answer = await browser.signIn(mobile, password);
    expect(answer.headers['set-cookie']).toContainEqual(
      expect.stringMatching(/^foyer_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    );
    expect(JSON.stringify(answer.data)).not.toContain(browser.jar.get('foyer_session'));
    expect(JSON.stringify(await db.select().from(sessions))).not.toContain(browser.jar.get('foyer_session'));
  });

  test.each([
    ['that is empty', ''],
    ['that is short', 'x'],
    ['with half an escape', '%E0%A4%A'],
    ['that is very long', 'a'.repeat(4000)],
    ['with a quote', '"'],
    ['with SQL', "' or 1=1 --"],
  ])('is not signed in with a cookie %s [AC-72]', async (_, value) => {
    const browser = services.browser();
    const answer = await browser.get('/user/accounts/me', { cookie: `foyer_session=${value}` });
    expect(answer).toMatchObject({ status: 401, code: resultCodes.notSignedIn });
  });

  test('is not signed in when one character of the cookie differs', async () => {
    const { mobile } = await newPerson();
    const browser = await signedIn(mobile);
    const token = browser.jar.get('foyer_session')!;
    browser.jar.set('foyer_session', (token.startsWith('A') ? 'B' : 'A') + token.slice(1));
    expect(await isIn(browser)).toBe(false);
  });
});

describe('a session ends', () => {
  test('after twelve hours without a request', async () => {
    const { mobile } = await newPerson();
    const browser = await signedIn(mobile);
    services.moveClock(hours(12) - 1);
    expect(await isIn(browser)).toBe(true);
    services.moveClock(hours(12) - 1);
    expect(await isIn(browser)).toBe(true);
    services.moveClock(hours(12));
    expect(await isIn(browser)).toBe(false);
  });

  test('after seven days', async () => {
    const { mobile } = await newPerson();
    const browser = await signedIn(mobile);
    for (let visit = 1; visit <= 15; visit += 1) {
      services.moveClock(hours(11));
      expect(await isIn(browser)).toBe(true);
    }
    services.moveClock(days(7) - 15 * hours(11) - 1);
    expect(await isIn(browser)).toBe(true);
    services.moveClock(1);
    expect(await isIn(browser)).toBe(false);
  });

  test('at once when the account is disabled', async () => {
    const { mobile, ouid } = await newPerson();
    const browser = await signedIn(mobile);
    await db.update(accounts).set({ disabledAt: new Date() }).where(eq(accounts.ouid, ouid));
    expect(await isIn(browser)).toBe(false);
  });

  test('on the server, so that the old cookie is invalid after a sign-out', async () => {
    const { mobile } = await newPerson();
    const browser = await signedIn(mobile);
    const copy = services.browser();
    copy.jar.set('foyer_session', browser.jar.get('foyer_session')!);
    const answer = await browser.post('/user/accounts/logout');
    expect(answer).toMatchObject({ code: 0, data: null, headers: { 'clear-site-data': '"cache"' } });
    expect(browser.jar.has('foyer_session')).toBe(false);
    expect(await isIn(copy)).toBe(false);
  });

  test('everywhere on request, for this account only', async () => {
    const { mobile } = await newPerson();
    const other = await newPerson();
    const browsers = [await signedIn(mobile), await signedIn(mobile), await signedIn(other.mobile)];
    expect(await browsers[0]!.post('/user/accounts/logout', { everywhere: true })).toMatchObject({ code: 0 });
    expect(await Promise.all(browsers.map(isIn))).toEqual([false, false, true]);
  });

  test('in one other browser on request', async () => {
    const { mobile } = await newPerson();
    const [here, there] = [await signedIn(mobile), await signedIn(mobile)];
    const places = (await here.get('/user/accounts/me')).data['sessions'] as { id: string; current: boolean }[];
    const id = places.find(({ current }) => !current)!.id;
    expect(await here.post(`/user/accounts/sessions/${id}/end`)).toMatchObject({ code: 0 });
    expect([await isIn(here), await isIn(there)]).toEqual([true, false]);
  });

  test('only for its own account: the session of another gets the response of an unknown one', async () => {
    const mine = await newPerson();
    const theirs = await newPerson();
    const [me, them] = [await signedIn(mine.mobile), await signedIn(theirs.mobile)];
    const [place] = (await them.get('/user/accounts/me')).data['sessions'] as { id: string }[];
    const answers = [
      await me.post(`/user/accounts/sessions/${place!.id}/end`),
      await me.post('/user/accounts/sessions/nowhere/end'),
    ];
    expect(answers.map(({ status, code }) => ({ status, code }))).toEqual(
      [404, 404].map((status) => ({ status, code: resultCodes.notFound })),
    );
    expect(await isIn(them)).toBe(true);
  });
});

test('a sign-out without a session succeeds', async () => {
  expect(await services.browser().post('/user/accounts/logout')).toMatchObject({ status: 200, code: 0 });
});

test('"last seen" is written at most once a minute', async () => {
  const { mobile, ouid } = await newPerson();
  const browser = await signedIn(mobile);
  const seen = async () =>
    (await db.select().from(sessions).where(eq(sessions.account, ouid)))[0]!.lastSeenAt.getTime();
  const first = await seen();
  services.moveClock(minutes(1) - 1);
  await isIn(browser);
  expect(await seen()).toBe(first);
  services.moveClock(1);
  await isIn(browser);
  expect(await seen()).toBe(first + minutes(1));
});

test('a linked identity can be unlinked by its owner only', async () => {
  const [mine, theirs] = [await newPerson(), await newPerson()];
  await db
    .insert(identities)
    .values({ id: 'link-1', account: mine.ouid, provider: 'wechat', subject: 'o-1', since: new Date() });
  const [me, them] = [await signedIn(mine.mobile), await signedIn(theirs.mobile)];
  expect(await me.get('/user/accounts/me')).toMatchObject({
    data: { identities: [{ id: 'link-1', provider: 'wechat' }] },
  });
  expect(await them.post('/user/accounts/identities/link-1/unlink')).toMatchObject({ code: resultCodes.notFound });
  expect(await me.post('/user/accounts/identities/link-1/unlink')).toMatchObject({ code: 0 });
  expect(await me.get('/user/accounts/me')).toMatchObject({ data: { identities: [] } });
});

test.each(['/user/accounts/sessions/x/end', '/user/accounts/identities/x/unlink'])(
  '%s requires a session',
  async (path) => {
    expect(await services.browser().post(path)).toMatchObject({ status: 401, code: resultCodes.notSignedIn });
  },
);

describe('the last way in', () => {
  /** An account that only these identities sign in to. */
  async function linkedOnly(...providers: string[]) {
    const ouid = await services.addAccount({});
    const since = new Date(services.clock.now());
    await db
      .insert(identities)
      .values(
        providers.map((provider) => ({ id: `${provider}-${ouid}`, account: ouid, provider, subject: ouid, since })),
      );
    const browser = services.browser();
    browser.jar.set('foyer_session', await storeSession(services, ouid, 'wechat'));
    const unlink = (provider: string) => browser.post(`/user/accounts/identities/${provider}-${ouid}/unlink`);
    const linked = async () => (await services.stores.identities.listByAccount(ouid)).map(({ provider }) => provider);
    return { ouid, unlink, linked };
  }

  test('cannot be unlinked, and nothing is recorded [D-43]', async () => {
    const { ouid, unlink, linked } = await linkedOnly('wechat', 'dingtalk');
    expect(await unlink('wechat')).toMatchObject({ code: 0 });
    expect(await unlink('dingtalk')).toMatchObject({ code: resultCodes.lastWayIn });
    expect(await linked()).toEqual(['dingtalk']);
    expect(await auditTypesOf(services, ouid)).toEqual(['identityUnlinked']);
  });

  test('stays when two are unlinked at the same time [D-43]', async () => {
    const { unlink, linked } = await linkedOnly('wechat', 'dingtalk');
    const answers = await Promise.all([unlink('wechat'), unlink('dingtalk')]);
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([0, resultCodes.lastWayIn]);
    expect(await linked()).toHaveLength(1);
  });
});
