import { readEnvelope } from '@foyer/contract/call';
import { resultCodes } from '@foyer/contract/result-codes';
import { checkAuthorisation } from '@foyer/contract/flows/sso-return';
import { minutes, seconds } from '@foyer/contract/time';
import { describe, expect, test } from 'vitest';
import { codeTestSettings } from '../../../test/support/flows/test-codes.ts';
import { ssoHelpers } from '../../../test/support/flows/test-company.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { ssoRequests } from '../../store/schema/company-schema.ts';

const services = await testAppForFile({
  sandbox: true,
  env: { ...codeTestSettings, ALLOWED_REDIRECTS: 'https://sign.example.com' },
});
const { signIn, findCompany, open, choosePerson, signInAtCompany, openCallback, check, postSaml } =
  ssoHelpers(services);
type Browser = ReturnType<typeof services.browser>;

const isSignedIn = async (browser: Browser) => (await browser.get('/user/accounts/me')).code === 0;
const expired = { status: 200, code: resultCodes.ssoExpired, data: null };

describe('a linked SSO identity', () => {
  test('is signed in by SSO alone [SO-02] [SO-05] [SO-07]', async () => {
    const browser = services.browser();
    const answer = await signIn(browser, 'acme', 'acme-alice');
    expect(answer).toMatchObject({ status: 200, code: 0 });
    expect(answer.data).toEqual({
      loginStatus: true,
      targetUrl: 'http://localhost:3000/home',
      realNameStatus: true,
      accountId: expect.any(String),
      loginDoubleCheck: false,
      needAgreement: false,
    });
    expect(readEnvelope(checkAuthorisation, { ...answer }).is).toBe('done');
    expect(await browser.get('/user/accounts/me')).toMatchObject({
      data: {
        ouid: answer.data['accountId'],
        sessions: expect.arrayContaining([expect.objectContaining({ current: true, way: 'sso', factors: ['sso'] })]),
        identities: expect.arrayContaining([expect.objectContaining({ provider: 'sso.acme' })]),
      },
    });
  });

  test('learns that its real name is not verified yet [SO-06]', async () => {
    expect(await signIn(services.browser(), 'acme', 'acme-fay')).toMatchObject({
      data: { loginStatus: true, realNameStatus: false, accountId: expect.any(String) },
    });
  });

  test('is redirected to the requested URL if the allowlist permits it', async () => {
    const good = await signIn(services.browser(), 'acme', 'acme-alice', {
      redirectUrl: 'https://sign.example.com/box',
    });
    expect(good.data).toMatchObject({ targetUrl: 'https://sign.example.com/box' });
    const bad = await signIn(services.browser(), 'acme', 'acme-alice', { redirectUrl: 'https://evil.test/' });
    expect(bad.data).toMatchObject({ targetUrl: 'http://localhost:3000/home' });
  });

  test('is not signed in after cancelling at the provider, which the response names', async () => {
    const browser = services.browser();
    const { data } = await findCompany(browser, 'acme');
    const page = await open(browser, String(data['targetUrl']));
    const accessCode = await openCallback(browser, await open(browser, `${page}/cancel`));
    expect(await check(browser, accessCode)).toMatchObject({
      code: resultCodes.ssoCancelled,
      data: { company: 'Acme Ltd' },
      message: expect.stringContaining('Acme Ltd'),
    });
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('is not signed in once the company was disabled', async () => {
    const browser = services.browser();
    const callback = await signInAtCompany(browser, 'acme', 'acme-alice');
    const { companies } = services.stores;
    const acme = await companies.find('acme');
    await companies.put({ ...acme!, enabled: false });
    const accessCode = await openCallback(browser, callback);
    await companies.put(acme!);
    expect(await check(browser, accessCode)).toMatchObject({ code: resultCodes.ssoFailed });
    expect(await isSignedIn(browser)).toBe(false);
  });
});

describe('an unknown SSO identity', () => {
  test('must be linked, and sees masked what the company provided [SO-08] [D-29]', async () => {
    const browser = services.browser();
    const { data } = await signIn(browser, 'acme', 'acme-carol');
    expect(data).toEqual({
      loginStatus: false,
      company: 'Acme Ltd',
      loginMobile: '138****8002',
      loginEmail: expect.stringContaining('*'),
    });
    expect(JSON.stringify(data)).not.toContain('13800138002');
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('of an e-mail-only company learns the restriction [SO-08]', async () => {
    const { data } = await signIn(services.browser(), 'initech', 'initech-hal');
    expect(data).toEqual({
      loginStatus: false,
      company: 'Initech',
      loginEmail: expect.stringContaining('*'),
      loginLimit: 'EMAIL',
    });
  });

  test('is not signed in to an account by its e-mail address [AC-37]', async () => {
    const browser = services.browser();
    const { data } = await signIn(browser, 'acme', 'acme-mia');
    expect(data).toEqual({ loginStatus: false, company: 'Acme Ltd' });
    expect(await isSignedIn(browser)).toBe(false);
  });
});

describe('an access code [D-13]', () => {
  const newAccessCode = async (browser: Browser) =>
    openCallback(browser, await signInAtCompany(browser, 'acme', 'acme-alice'));

  test('works once [AC-38]', async () => {
    const browser = services.browser();
    const accessCode = await newAccessCode(browser);
    expect(await check(browser, accessCode)).toMatchObject({ code: 0 });
    expect(await check(browser, accessCode)).toMatchObject(expired);
  });

  test('works for one minute [AC-38]', async () => {
    const browser = services.browser();
    const [early, late] = [await newAccessCode(browser), await newAccessCode(browser)];
    services.moveClock(seconds(60) - 1);
    expect(await check(browser, early)).toMatchObject({ code: 0 });
    services.moveClock(1);
    expect(await check(browser, late)).toMatchObject(expired);
  });

  test('of another browser is refused, with and without a browser id [AC-11] [AC-38]', async () => {
    const thief = services.browser();
    const victim = services.browser();
    await findCompany(victim, 'acme');
    const accessCode = await newAccessCode(thief);
    expect(await check(victim, accessCode)).toMatchObject(expired);
    expect(await check(services.browser(), accessCode)).toMatchObject(expired);
    expect(await isSignedIn(victim)).toBe(false);
    expect(await check(thief, accessCode)).toMatchObject({ code: 0 });
  });

  test('that is unknown gets the response of an expired one', async () => {
    expect(await check(services.browser(), 'newAccessCode-up')).toMatchObject(expired);
    expect(await check(services.browser(), '')).toMatchObject(expired);
  });

  test('is in no log line [AC-39]', async () => {
    const browser = services.browser();
    const callback = await signInAtCompany(browser, 'acme', 'acme-alice');
    const accessCode = await openCallback(browser, callback);
    await check(browser, accessCode);
    const log = services.lines.join('');
    for (const secret of [accessCode, new URL(callback).searchParams.get('code')!, 'sandbox-secret-of-acme'])
      expect(log).not.toContain(secret);
  });
});

describe('the return from the provider', () => {
  test('in another browser is refused, and the browser that started can still finish [AC-11]', async () => {
    const [thief, victim] = [services.browser(), services.browser()];
    const callback = await signInAtCompany(thief, 'acme', 'acme-alice');
    await findCompany(victim, 'acme');
    expect(await check(victim, await openCallback(victim, callback))).toMatchObject(expired);
    expect(await isSignedIn(victim)).toBe(false);
    // A browser without a browser id is refused like any other.
    expect(await check(thief, await openCallback(services.browser(), callback))).toMatchObject(expired);
    expect(await check(thief, await openCallback(thief, callback))).toMatchObject({ code: 0 });
  });

  test('works once', async () => {
    const browser = services.browser();
    const callback = await signInAtCompany(browser, 'acme', 'acme-alice');
    expect(await check(browser, await openCallback(browser, callback))).toMatchObject({ code: 0 });
    expect(await check(browser, await openCallback(browser, callback))).toMatchObject(expired);
  });

  test('works for ten minutes', async () => {
    const browser = services.browser();
    const { data } = await findCompany(browser, 'acme');
    const page = await open(browser, String(data['targetUrl']));
    services.moveClock(minutes(10));
    expect(
      await check(browser, await openCallback(browser, await choosePerson(browser, page, 'acme-alice'))),
    ).toMatchObject(expired);
  });

  test('cannot be used with another company [AC-38]', async () => {
    const browser = services.browser();
    const callback = await signInAtCompany(browser, 'acme', 'acme-alice');
    expect(
      await check(browser, await openCallback(browser, callback.replace('/sso/acme/', '/sso/initech/'))),
    ).toMatchObject(expired);
  });

  test('cannot be completed by a cross-site form, which sends no cookie [AC-11]', async () => {
    const browser = services.browser();
    const callback = await signInAtCompany(browser, 'acme', 'acme-alice');
    const RelayState = new URL(callback).searchParams.get('state')!;
    expect(await check(browser, await postSaml({ RelayState, SAMLResponse: '' }, 'acme'))).toMatchObject(expired);
    expect(await check(browser, await openCallback(browser, callback))).toMatchObject({ code: 0 });
  });

  test('leads to the same page with an invented state', async () => {
    const { statusCode, headers } = await services
      .browser()
      .send({ method: 'GET', url: '/api/sso/acme/callback?state=x&code=y' });
    expect(statusCode).toBe(303);
    expect(headers['location']).toMatch(/^\/usercenterFront\/ssomiddlepage\?accessCode=[\w-]{43}$/);
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('without cookies [MD-04] [D-14]', () => {
  const byHeader = { 'X-Tsign-Token-Way': 'header' };

  const holding = (token?: string) => ({ ...byHeader, ...(token && { 'X-Tsign-Token': token }) });

  async function withoutCookies(browser: Browser, token?: string): Promise<string> {
    const { data, headers } = await findCompany(browser, 'acme', {}, holding(token));
    expect(headers['set-cookie']).toBeUndefined();
    // The pages of the provider need their own cookies.
    const elsewhere = services.browser();
    const callback = await choosePerson(elsewhere, await open(elsewhere, String(data['targetUrl'])), 'acme-alice');
    return openCallback(services.browser(), callback);
  }

  test('the access code works only for the page that holds the value sent at the start [AC-11] [AC-38]', async () => {
    const [own, foreign] = ['a'.repeat(43), 'b'.repeat(43)];
    const browser = services.browser();
    const accessCode = await withoutCookies(browser, own);
    for (const headers of [holding(), holding(foreign), {}])
      expect(await check(browser, accessCode, headers)).toMatchObject(expired);
    expect(await check(services.browser(), accessCode, holding(foreign))).toMatchObject(expired);
    const response = await check(browser, accessCode, holding(own));
    expect(response).toMatchObject({ code: 0, data: { token: expect.stringMatching(`^${own}\\.`) } });
  });

  test('of a page that can keep no value, the access code works from the same IP and user agent only', async () => {
    const [clientIp, userAgent] = ['198.51.100.40', 'Mozilla/5.0 Chrome/141'];
    const browser = services.browser({ clientIp, userAgent });
    const accessCode = await withoutCookies(browser);
    for (const other of [{ clientIp }, { userAgent }])
      expect(await check(services.browser(other), accessCode, holding('c'.repeat(43)))).toMatchObject(expired);
    expect(await check(browser, accessCode, holding('c'.repeat(43)))).toMatchObject({ code: 0 });
  });

  test('the first response contains a token, and no cookie is set [AC-52]', async () => {
    const browser = services.browser();
    const answer = await check(browser, await withoutCookies(browser), byHeader);
    expect(answer).toMatchObject({
      code: 0,
      data: { loginStatus: true, token: expect.stringMatching(/^[\w-]{43}\.[\w-]{43}$/) },
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(browser.jar.size).toBe(0);
  });

  test('a cookie that is sent anyway is neither read nor set [AC-52]', async () => {
    const browser = services.browser();
    await signIn(browser, 'acme', 'acme-alice');
    const before = new Map(browser.jar);
    const answer = await check(browser, await withoutCookies(browser), byHeader);
    expect(answer).toMatchObject({ code: 0, data: { loginStatus: true } });
    expect(browser.jar).toEqual(before);
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('the token is refused by other calls [AC-52]', async () => {
    const browser = services.browser();
    const { data } = await check(browser, await withoutCookies(browser), byHeader);
    const headers = { ...byHeader, 'X-Tsign-Token': String(data['token']) };
    expect(await browser.get('/user/accounts/me', headers)).toMatchObject({ code: resultCodes.notSignedIn });
  });

  test('a sign-in started without cookies cannot finish with them, nor the reverse [AC-11]', async () => {
    const browser = services.browser();
    const without = await withoutCookies(services.browser());
    await findCompany(browser, 'acme');
    expect(await check(browser, without)).toMatchObject(expired);
    expect(await check(services.browser(), without)).toMatchObject(expired);
    const accessCode = await openCallback(browser, await signInAtCompany(browser, 'acme', 'acme-alice'));
    expect(await check(browser, accessCode, byHeader)).toMatchObject(expired);
  });

  test('only the hash of the browser id is stored', async () => {
    const browser = services.browser();
    await findCompany(browser, 'acme');
    const rows = await services.database.sql.select().from(ssoRequests);
    expect(rows).not.toEqual([]);
    expect(JSON.stringify(rows)).not.toContain(browser.jar.get('foyer_browser')!);
  });
});
