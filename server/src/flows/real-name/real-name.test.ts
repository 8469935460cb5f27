import { createHmac } from 'node:crypto';
import { resultCodes } from '@foyer/contract/result-codes';
import { minutes } from '@foyer/contract/time';
import { describe, expect, test } from 'vitest';
import { ssoHelpers } from '../../../test/support/flows/test-company.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';

const services = await testAppForFile({ sandbox: true, env: { ALLOWED_REDIRECTS: 'https://sign.example.com' } });
const bare = await testAppForFile({
  env: { IDENTITY_URL: 'http://127.0.0.1:9', IDENTITY_SECRET: 'an-unused-secret' },
});
const { signIn } = ssoHelpers(services);
type Browser = ReturnType<typeof services.browser>;

const asked = (redirectUrl: string, showResultPage = true) => ({
  dataCollect: { clientType: 'WEB', bizSource: 'saas_proactive_create' },
  contextInfo: { showResultPage, redirectUrl },
});
const ask = (browser: Browser, accountId: unknown, redirectUrl = '/home', shows = true, headers = {}) =>
  browser.post(`/v2/identity/auth/web/${String(accountId)}/indivIdentityUrl`, asked(redirectUrl, shows), headers);
const visit = (browser: Browser, pageUrl: string) =>
  browser.send({ method: 'GET', url: new URL(pageUrl).pathname, headers: { host: 'localhost:3000' } });

let count = 0;
async function newcomer() {
  const mobile = String(15600000000 + (count += 1));
  const ouid = await services.addAccount({ mobile, password: 'Foyer-2026' });
  const browser = services.browser();
  await browser.signIn(mobile, 'Foyer-2026');
  return { browser, ouid };
}
const isVerified = async (browser: Browser) => (await browser.get('/user/accounts/me')).data['realNameStatus'];

describe('a signed-in person without a verified name', () => {
  test('goes to the identity service, is verified there and comes back [SO-06] [SO-13]', async () => {
    const { browser, ouid } = await newcomer();
    const { code, data } = await ask(browser, ouid, 'https://sign.example.com/box?relaNameResult=1', false);
    expect(code).toBe(0);
    const page = String(data['url']);
    expect(page).toMatch(/^http:\/\/localhost:3000\/sandbox\/identity\/[\w-]{22}$/);
    expect((await visit(browser, page)).statusCode).toBe(200);
    const verified = await visit(browser, `${page}/verify`);
    expect(verified.headers['location']).toBe('https://sign.example.com/box?relaNameResult=1');
    expect(await isVerified(browser)).toBe(true);
  });

  test("sees the provider's result page unless the redirect URL has its own [SO-13]", async () => {
    const { browser, ouid } = await newcomer();
    const { data } = await ask(browser, ouid, '/home');
    const verified = await visit(browser, `${String(data['url'])}/verify`);
    expect([verified.statusCode, verified.body]).toEqual([
      200,
      expect.stringContaining('href="http://localhost:3000/home"'),
    ]);
    // The redirect URL decides about the result page, whatever the request says.
    const { data: own } = await ask(browser, ouid, '/home?then=relaNameResult', true);
    const { headers } = await visit(browser, `${String(own['url'])}/verify`);
    expect(headers['location']).toBe('http://localhost:3000/home?then=relaNameResult');
  });

  test('returns to allowed URLs only [AC-06]', async () => {
    const { browser, ouid } = await newcomer();
    for (const evil of [
      'https://evil.test/?relaNameResult',
      '//evil.test/relaNameResult',
      'https://sign.example.com@evil.test/relaNameResult',
    ]) {
      const { data } = await ask(browser, ouid, evil, false);
      const { headers } = await visit(browser, `${String(data['url'])}/verify`);
      expect(headers['location']).toBe('http://localhost:3000/home');
    }
  });

  test('cannot request it for another account or without a session', async () => {
    const [{ browser }, other] = [await newcomer(), await newcomer()];
    expect(await ask(browser, other.ouid)).toMatchObject({ status: 401, code: resultCodes.notSignedIn });
    expect(await ask(services.browser(), other.ouid)).toMatchObject({ code: resultCodes.notSignedIn });
  });

  test('can go there after SSO without cookies [MD-04]', async () => {
    const browser = services.browser();
    const { data } = await signIn(browser, 'acme', 'acme-fay');
    const carried = `${browser.jar.get('foyer_browser')}.${browser.jar.get('foyer_session')}`;
    browser.jar.clear();
    const headers = { 'X-Tsign-Token-Way': 'header', 'X-Tsign-Token': carried };
    expect(await ask(browser, data['accountId'], '/home', true, headers)).toMatchObject({
      data: { url: expect.any(String) },
    });
  });
});

describe('the result of the identity service', () => {
  const notice = (body: string, signature: string) =>
    services.app.inject({
      method: 'POST',
      url: '/api/v2/identity/auth/result',
      headers: { 'content-type': 'application/json', 'x-identity-signature': signature },
      payload: body,
    });

  test('counts only with a valid and recent signature', async () => {
    const sign = (body: string) => createHmac('sha256', services.sandbox.identity.secret).update(body).digest('hex');
    const { browser, ouid } = await newcomer();
    const body = (more = {}) =>
      JSON.stringify({ accountId: ouid, success: true, timestamp: services.clock.now(), ...more });
    expect((await notice(body(), 'f'.repeat(64))).statusCode).toBe(403);
    expect((await notice(body(), '')).statusCode).toBe(403);
    const failed = body({ success: false });
    expect((await notice(failed, sign(failed))).statusCode).toBe(403);
    const old = body({ timestamp: services.clock.now() - minutes(10) - 1 });
    expect((await notice(old, sign(old))).statusCode).toBe(403);
    expect(await isVerified(browser)).toBe(false);
    expect((await notice(body(), sign(body()))).statusCode).toBe(200);
    expect(await isVerified(browser)).toBe(true);
  });
});

test('without an identity service there is no URL, and the page falls back [SO-14]', async () => {
  const ouid = await bare.addAccount({ mobile: '15700000001', password: 'Foyer-2026' });
  const browser = bare.browser();
  await browser.signIn('15700000001', 'Foyer-2026');
  expect(await browser.post(`/v2/identity/auth/web/${ouid}/indivIdentityUrl`, asked('/home'))).toMatchObject({
    code: 0,
    data: {},
  });
});
