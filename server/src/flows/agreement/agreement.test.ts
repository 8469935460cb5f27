import { agreementDay, agreementVersion } from '@foyer/contract/agreement-version';
import { resultCodes } from '@foyer/contract/result-codes';
import { hours } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { concurrently } from '../../../test/support/concurrently.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { agreements, sessions } from '../../store/schema/schema.ts';

const services = await testAppForFile({
  env: {
    ALLOWED_REDIRECTS: 'https://sign.example.com',
    AGREEMENT_CHANGES_ZH: '第九条更短了。',
    AGREEMENT_CHANGES_EN: 'Section 9 is shorter.',
  },
});
const db = services.database.sql;
const password = 'Foyer-2026';
const path = '/v1/accounts/agreement';
const yes = { version: agreementVersion };

let numbers = 13600000000;
async function personWith(session: 'waiting' | 'open', options?: Parameters<typeof services.browser>[0]) {
  const mobile = String((numbers += 1));
  const ouid = await services.addAccount({ mobile, password, agreed: session === 'open' });
  const browser = services.browser(options);
  expect(await browser.signIn(mobile, password)).toMatchObject({
    code: 0,
    data: { needAgreement: session === 'waiting' },
  });
  return { mobile, ouid, browser };
}

const isIn = async (browser: ReturnType<typeof services.browser>) =>
  (await browser.get('/user/accounts/me')).code === 0;
const agreementsOf = (ouid: string) => db.select().from(agreements).where(eq(agreements.account, ouid));

describe('an account that has not agreed', () => {
  test('learns that agreement is required, and which version is in force [DG-09]', async () => {
    const { browser } = await personWith('waiting');
    expect(await browser.get(path)).toMatchObject({ code: 0 });
    expect((await browser.get(path)).data).toEqual({ needAgreement: true, version: agreementVersion });
  });

  test.each([
    ['zh-CN', '第九条更短了。'],
    ['en-US', 'Section 9 is shorter.'],
  ] as const)(
    'of this version but of an earlier one learns in %s since when, and what has changed [DG-09]',
    async (language, changes) => {
      const { browser, ouid } = await personWith('waiting', { language });
      await db.insert(agreements).values({ account: ouid, version: '2020-01', language, agreedAt: new Date(0) });
      expect((await browser.get(path)).data).toEqual({
        needAgreement: true,
        version: agreementVersion,
        updated: { day: agreementDay, changes },
      });
      await browser.put(path, yes);
      expect((await browser.get(path)).data).toEqual({ needAgreement: false, version: agreementVersion });
    },
  );

  test('is not signed in for any other call before it agrees [AC-34]', async () => {
    const { browser } = await personWith('waiting');
    const answers = [
      await browser.get('/user/accounts/me'),
      await browser.post('/user/accounts/sessions/x/end'),
      await browser.post('/user/accounts/identities/x/unlink'),
    ];
    expect(answers.map(({ code }) => code)).toEqual(Array(3).fill(resultCodes.notSignedIn));
  });

  test('completes the pending sign-in by agreeing [DG-10] [D-10]', async () => {
    const { browser, ouid } = await personWith('waiting', { language: 'en-US' });
    expect(await browser.put(path, yes)).toMatchObject({ code: 0, data: { url: `${services.config.publicUrl}/home` } });
    expect(await isIn(browser)).toBe(true);
    expect(await agreementsOf(ouid)).toEqual([
      { account: ouid, version: agreementVersion, language: 'en-US', agreedAt: new Date(services.clock.now()) },
    ]);
    expect(await browser.get(path)).toMatchObject({ data: { needAgreement: false } });
  });

  test('gets a new session token, and the old one is invalid [D-25]', async () => {
    const { browser } = await personWith('waiting');
    const waited = browser.jar.get('foyer_session')!;
    await browser.put(path, yes);
    expect(browser.jar.get('foyer_session')).not.toBe(waited);
    const copy = services.browser();
    copy.jar.set('foyer_session', waited);
    expect(await isIn(copy)).toBe(false);
    expect(await copy.put(path, yes)).toMatchObject({ status: 401, code: resultCodes.notSignedIn });
  });

  test('is not asked again at the next sign-in', async () => {
    const { browser, mobile } = await personWith('waiting');
    await browser.put(path, yes);
    expect(await services.browser().signIn(mobile, password)).toMatchObject({ data: { needAgreement: false } });
  });

  test('cannot agree to a version that is not in force', async () => {
    const { browser, ouid } = await personWith('waiting');
    const answer = await browser.put(path, { version: '2020-01' });
    expect(answer).toMatchObject({ code: resultCodes.agreementOutdated, data: { version: agreementVersion } });
    expect(await isIn(browser)).toBe(false);
    expect(await agreementsOf(ouid)).toEqual([]);
    expect(await browser.put(path, yes)).toMatchObject({ code: 0 });
  });

  test('loses its pending session by declining [DG-12] [AC-34]', async () => {
    const { browser, ouid } = await personWith('waiting');
    const copy = services.browser();
    copy.jar.set('foyer_session', browser.jar.get('foyer_session')!);
    expect(await browser.post('/user/accounts/logout')).toMatchObject({ code: 0 });
    expect(browser.jar.has('foyer_session')).toBe(false);
    expect(await copy.put(path, yes)).toMatchObject({ code: resultCodes.notSignedIn });
    expect(await copy.get(path)).toMatchObject({ code: resultCodes.notSignedIn });
    expect(await isIn(copy)).toBe(false);
    expect(await agreementsOf(ouid)).toEqual([]);
  });

  test('can agree for twelve hours', async () => {
    const [early, late] = [await personWith('waiting'), await personWith('waiting')];
    services.moveClock(hours(12) - 1);
    expect(await early.browser.put(path, yes)).toMatchObject({ code: 0 });
    services.moveClock(1);
    expect(await late.browser.put(path, yes)).toMatchObject({ code: resultCodes.notSignedIn });
  });

  test('must agree in each browser separately', async () => {
    const { browser, mobile, ouid } = await personWith('waiting');
    const other = services.browser();
    await other.signIn(mobile, password);
    await browser.put(path, yes);
    expect(await isIn(other)).toBe(false);
    expect(await other.get(path)).toMatchObject({ data: { needAgreement: true } });
    expect(await other.put(path, yes)).toMatchObject({ code: 0 });
    expect(await isIn(other)).toBe(true);
    expect(await agreementsOf(ouid)).toHaveLength(1);
  });

  test('agreeing many times concurrently gives one session and one agreement [AC-62]', async () => {
    const { browser, ouid } = await personWith('waiting');
    const cookie = `foyer_session=${browser.jar.get('foyer_session')}`;
    const answers = await concurrently(() => services.browser().put(path, yes, { cookie }));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(await db.select().from(sessions).where(eq(sessions.account, ouid))).toHaveLength(1);
    expect(await agreementsOf(ouid)).toHaveLength(1);
  });
});

describe('after agreeing', () => {
  test.each([
    ['/agreement/service?x=1', 'http://localhost:3000/agreement/service?x=1'],
    ['https://sign.example.com/box', 'https://sign.example.com/box'],
    ['https://evil.test/', 'http://localhost:3000/home'],
    ['//evil.test', 'http://localhost:3000/home'],
  ])('the requested redirect %s leads to %s [QP-07]', async (redirectUrl, url) => {
    const { browser } = await personWith('waiting');
    expect(await browser.put(path, { ...yes, redirectUrl })).toMatchObject({ data: { url } });
  });

  test('agreeing again changes neither the time nor the session', async () => {
    const { browser, ouid } = await personWith('open');
    const token = browser.jar.get('foyer_session');
    const before = await agreementsOf(ouid);
    services.moveClock(1);
    expect(await browser.put(path, yes)).toMatchObject({ code: 0 });
    expect(await agreementsOf(ouid)).toEqual(before);
    expect(browser.jar.get('foyer_session')).toBe(token);
  });
});

test('an anonymous client can neither read nor accept the agreement', async () => {
  const stranger = services.browser();
  expect(await stranger.get(path)).toMatchObject({ status: 401, code: resultCodes.notSignedIn });
  expect(await stranger.put(path, yes)).toMatchObject({ status: 401, code: resultCodes.notSignedIn });
});
