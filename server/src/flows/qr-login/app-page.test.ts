import type { ScanApp } from '@foyer/contract/pages/page-config';
import { resultCodes } from '@foyer/contract/result-codes';
import { describe, expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { type PhoneOwner, everyApp, newPhoneOwner, scanHelpers } from '../../../test/support/flows/test-scans.ts';
import { sessions } from '../../store/schema/schema.ts';

const services = await testAppForFile({ env: { ...everyApp, ALLOWED_REDIRECTS: 'https://sign.example.com' } });
const { link, show, poll, openCallback, dingtalkPage } = scanHelpers(services);
const { wechat, alipay, feishu } = services.sandbox.apps;
type Browser = ReturnType<typeof services.browser>;
const apps = ['wechat', 'alipay', 'dingtalk', 'feishu'] as const;

let numbers = 13750000000;
/** A person whose phone has the apps, linked to an account if one is given. */
async function newPerson(account?: Parameters<typeof services.addAccount>[0]) {
  const mobile = String((numbers += 1));
  const owner = newPhoneOwner(mobile);
  wechat.app.followers.follow(owner.wechat);
  const ouid = account && (await services.addAccount({ mobile, ...account }));
  if (ouid) await link(ouid, owner, ...apps);
  return { owner, ouid };
}

async function pageOf(browser: Browser, app: ScanApp, more = {}) {
  const query = new URLSearchParams({ fingerprint: 'f', ...more }).toString();
  const { code, data } = await browser.get(`/login/oauth/page/${app}?${query}`);
  expect(code).toBe(0);
  return new URL(String(data['url']));
}

/** The return from the app, to the redirect URI of the page and with its state. */
function back(page: URL, given: Record<string, string>) {
  const callbackUrl = new URL(page.searchParams.get('redirect_uri')!);
  callbackUrl.search = new URLSearchParams({ ...given, state: page.searchParams.get('state')! }).toString();
  return callbackUrl.href;
}

/** With an authorization code in the parameter that the app uses. */
function backAs(owner: PhoneOwner, app: ScanApp, page: URL) {
  if (app === 'dingtalk') return dingtalkPage({ url: page.href }, owner);
  if (app === 'feishu') return feishu.app.returnUrl(owner.feishu, page.searchParams);
  return app === 'wechat'
    ? back(page, { code: wechat.app.oauthCodes.issue(owner.wechat) })
    : back(page, { auth_code: alipay.app.wallet.authCode(owner.alipay) });
}

const returned = (browser: Browser, preLoginId: unknown) => poll(browser, 'dingtalk', { preLoginId });

describe.each(apps)('inside %s', (app) => {
  test('the app identifies the person, who is signed in once and redirected as requested [MD-02] [QP-05]', async () => {
    const { owner, ouid } = await newPerson({});
    const browser = services.browser();
    const redirectUrl = 'https://sign.example.com/doc/1';
    const callbackUrl = backAs(owner, app, await pageOf(browser, app, { redirectUrl }));
    const [{ preLoginId, location }, again] = await Promise.all([
      openCallback(browser, callbackUrl),
      openCallback(browser, callbackUrl),
    ]);
    expect([location.pathname, location.searchParams.get('redirectUrl')]).toEqual(['/login/web', redirectUrl]);
    expect(again.preLoginId).toBe(preLoginId);
    const answers = await Promise.all(Array.from({ length: 5 }, () => returned(browser, preLoginId)));
    expect(answers.filter(({ code }) => code === 0)).toMatchObject([{ data: { ouid, url: redirectUrl } }]);
    const open = await services.database.sql.select().from(sessions);
    expect(open.filter(({ account }) => account === ouid)).toMatchObject([{ method: app, factors: [app] }]);
  });

  test('the state of another browser, an unknown and a used one get the same response and no session [AC-11]', async () => {
    const { owner } = await newPerson({});
    const [thief, victim] = [services.browser(), services.browser()];
    const page = await pageOf(thief, app);
    await pageOf(victim, app);
    const callbackUrl = backAs(owner, app, page);
    const unknown = new URL(callbackUrl);
    unknown.searchParams.set('state', 'ab'.repeat(32));
    for (const foreign of [callbackUrl, unknown.href]) {
      const { status, location } = await openCallback(victim, foreign);
      expect([status, location.href]).toEqual([302, 'http://localhost:3000/login/web']);
    }
    // The state was not used up: the browser that started can still finish.
    const own = await openCallback(thief, callbackUrl);
    expect(await returned(victim, own.preLoginId)).toMatchObject({ code: resultCodes.authorisationExpired });
    expect(await returned(thief, own.preLoginId)).toMatchObject({ code: 0 });
    expect(await returned(thief, own.preLoginId)).toMatchObject({ code: resultCodes.authorisationExpired });
    expect((await openCallback(thief, callbackUrl)).location.search).toBe('');
    expect(victim.jar.has('foyer_session')).toBe(false);
  });

  test('an authorization code signs in once, with any state', async () => {
    const { owner } = await newPerson({});
    const browser = services.browser();
    const first = new URL(backAs(owner, app, await pageOf(browser, app)));
    const { preLoginId } = await openCallback(browser, first.href);
    expect(await returned(browser, preLoginId)).toMatchObject({ code: 0 });
    const other = services.browser();
    first.searchParams.set('state', (await pageOf(other, app)).searchParams.get('state')!);
    const replayed = await openCallback(other, first.href);
    expect(await returned(other, replayed.preLoginId)).toMatchObject({ code: resultCodes.providerError });
    expect(other.jar.has('foyer_session')).toBe(false);
  });

  test('the second factor and agreement are required [DG-13]', async () => {
    const { owner } = await newPerson({ secondFactor: true });
    const browser = services.browser();
    const { preLoginId } = await openCallback(browser, backAs(owner, app, await pageOf(browser, app)));
    expect(await returned(browser, preLoginId)).toMatchObject({ code: 0, data: { loginDoubleCheck: true } });
    expect(browser.jar.has('foyer_session')).toBe(false);

    const { owner: newcomer } = await newPerson({ agreed: false });
    const other = services.browser();
    const came = await openCallback(other, backAs(newcomer, app, await pageOf(other, app)));
    expect(await returned(other, came.preLoginId)).toMatchObject({ data: { needAgreement: true } });
  });

  test('an unknown person binds a mobile number, and a forbidden redirect is dropped [QR-12] [AC-01]', async () => {
    const { owner } = await newPerson();
    const browser = services.browser();
    const page = await pageOf(browser, app, { redirectUrl: 'https://evil.test/' });
    const { preLoginId, location } = await openCallback(browser, backAs(owner, app, page));
    expect(location.searchParams.has('redirectUrl')).toBe(false);
    expect(await returned(browser, preLoginId)).toMatchObject({
      code: resultCodes.needsMobile,
      data: { userInfoContextId: expect.stringMatching(/^[\w-]{43}$/) },
    });
  });

  test('a return without a code counts as declined, and an unknown code is a provider error', async () => {
    const browser = services.browser();
    const declined = await openCallback(browser, back(await pageOf(browser, app), {}));
    expect(await returned(browser, declined.preLoginId)).toMatchObject({ code: resultCodes.scanDeclined });
    const codes = { code: 'guessed', auth_code: 'guessed' };
    const wrong = await openCallback(browser, back(await pageOf(browser, app), codes));
    expect(await returned(browser, wrong.preLoginId)).toMatchObject({ code: resultCodes.providerError });
  });
});

test('the state for WeChat has letters and digits only', async () => {
  for (let tries = 0; tries < 20; tries += 1) {
    const page = await pageOf(services.browser(), 'wechat');
    expect(`${page.pathname}${page.hash}`).toBe('/sandbox/wechat/connect/oauth2/authorize#wechat_redirect');
    expect(page.searchParams.get('state')).toMatch(/^[a-zA-Z0-9]{1,128}$/);
  }
});

test('a QR code cannot be polled with the call for returned browsers', async () => {
  const browser = services.browser();
  const { loginId } = await show(browser, 'alipay');
  expect(await returned(browser, loginId)).toMatchObject({ code: resultCodes.authorisationExpired });
});
