import { freshProof } from '@foyer/contract/limits';
import { scanApps } from '@foyer/contract/pages/page-config';
import { resultCodes } from '@foyer/contract/result-codes';
import { messages } from '@foyer/contract/texts/service-texts';
import { describe, expect, test } from 'vitest';
import { concurrently } from '../../../test/support/concurrently.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { type PhoneOwner, everyApp, newPhoneOwner, scanHelpers } from '../../../test/support/flows/test-scans.ts';

const services = await testAppForFile({
  env: { ...everyApp, COUNTRY_HEADER: 'x-country', TRUSTED_PROXIES: '10.0.0.1' },
});
const { link, phone, poll, scan, confirm, dingtalkPage, feishuPage, openCallback } = scanHelpers(services);
const password = 'Foyer-2026';

let numbers = 13760000000;
const newMobile = () => String((numbers += 1));
type Browser = ReturnType<typeof services.browser>;
type App = (typeof scanApps)[number];

async function signedIn(more: Parameters<typeof services.addAccount>[0] = {}) {
  const mobile = newMobile();
  const ouid = await services.addAccount({ mobile, password, ...more });
  const browser = services.browser();
  expect(await browser.signIn(mobile, password)).toMatchObject({ code: 0 });
  return { mobile, ouid, browser };
}

const start = (browser: Browser, app: App, more = {}) =>
  browser.post(`/user/accounts/identities/scan/${app}`, { fingerprint: 'f', ...more });
const finish = (browser: Browser, { loginId, preLoginId }: Record<string, unknown>) =>
  browser.post('/user/accounts/identities/scanned', { loginId: preLoginId ?? loginId });
const providersOf = async (ouid: string) =>
  (await services.stores.identities.listByAccount(ouid)).map(({ provider }) => provider);

/** Scans and confirms, and returns the handle that the page asks with. */
async function confirmed(browser: Browser, app: App, owner: PhoneOwner, by = phone()) {
  const { data } = await start(browser, app);
  if (app === 'dingtalk' || app === 'feishu') {
    const url = app === 'dingtalk' ? dingtalkPage(data, owner) : feishuPage(data, owner);
    const { location, preLoginId } = await openCallback(browser, url);
    expect(location.pathname).toBe('/account');
    return { preLoginId };
  }
  const ticket = await scan(app, data, owner, by);
  expect(await by.answer(ticket, true)).toMatchObject({ code: 0 });
  return data;
}

describe('linking an app from the account page', () => {
  test.each(scanApps)('links %s to the account of the session, which then signs in with it', async (app) => {
    const { browser, ouid, mobile } = await signedIn();
    const owner = newPhoneOwner(newMobile());
    const shown = await confirmed(browser, app, owner);
    expect(await finish(browser, shown)).toMatchObject({ code: 0, data: { app } });
    expect(await providersOf(ouid)).toEqual([app]);
    const other = services.browser();
    const signIn = await poll(other, app, await confirm(other, app, owner));
    expect(signIn).toMatchObject({ code: 0, data: { ouid } });
    const [, event] = await services.stores.audit.listByAccount(ouid);
    expect(event).toMatchObject({ type: 'identityLinked', method: app, details: { provider: app } });
    await services.backgroundTasks.settled();
    const linked = expect.stringContaining(messages['en-US'].noticeEvents[`${app}Linked`]);
    expect(services.sandbox.outbox.sent(mobile)).toContainEqual(expect.objectContaining({ text: linked }));
  });

  test('is pending until the phone answers, and tells a refusal there', async () => {
    const { browser, ouid } = await signedIn();
    const { data } = await start(browser, 'wechat');
    expect(await finish(browser, data)).toMatchObject({ code: resultCodes.pending, data: { scanned: false } });
    const by = phone();
    const ticket = await scan('wechat', data, newPhoneOwner(newMobile()), by);
    expect(await finish(browser, data)).toMatchObject({ code: resultCodes.pending, data: { scanned: true } });
    await by.answer(ticket, false);
    expect(await finish(browser, data)).toMatchObject({ code: resultCodes.scanDeclined });
    expect(await providersOf(ouid)).toEqual([]);
  });

  test('opens the page of an app that shows our page itself', async () => {
    const { browser, ouid } = await signedIn();
    const { data } = await start(browser, 'wechat', { inApp: true });
    expect(data).toMatchObject({ kind: 'page' });
    expect(new URL(String(data['url'])).searchParams.get('state')).toMatch(/^[0-9a-f]+$/);
    expect(await providersOf(ouid)).toEqual([]);
  });
});

describe('the phone', () => {
  test.each(['wechat', 'alipay'] as const)('reads to which account %s would be linked', async (app) => {
    const { browser, mobile } = await signedIn();
    const { data } = await start(browser, app);
    const by = phone();
    const ticket = await scan(app, data, newPhoneOwner(newMobile()), by);
    const masked = `${mobile.slice(0, 3)}****${mobile.slice(-4)}`;
    expect((await by.getOffer(ticket)).data).toMatchObject({ account: masked });
  });

  test('reads it in the chat of WeChat too', async () => {
    const { browser, mobile } = await signedIn();
    const { data } = await start(browser, 'wechat');
    const chat = await services.sandbox.apps.wechat.app.scan(String(data['url']), newPhoneOwner(newMobile()).wechat);
    expect(JSON.stringify(chat)).toContain(`${mobile.slice(0, 3)}****${mobile.slice(-4)}`);
  });

  test('gives no number in Alipay, where none is bound', async () => {
    const { browser } = await signedIn();
    const { data } = await start(browser, 'alipay');
    const opened = await phone().openMiniProgram(data, newPhoneOwner(newMobile()));
    expect(opened.data).toMatchObject({ needsPhone: false });
  });

  test('in another country links nothing', async () => {
    const { browser, ouid } = await signedIn();
    const abroad = { 'x-country': 'RU', 'x-forwarded-for': '203.0.113.9' };
    const { data } = await browser.post(
      '/user/accounts/identities/scan/wechat',
      { fingerprint: 'f' },
      { 'x-country': 'CN', 'x-forwarded-for': '198.51.100.9' },
    );
    const by = phone(abroad);
    await by.answer(await scan('wechat', data, newPhoneOwner(newMobile()), by), true);
    expect(await finish(browser, data)).toMatchObject({ code: resultCodes.scanFromOtherCountry });
    expect(await providersOf(ouid)).toEqual([]);
  });
});

describe('nothing is linked', () => {
  test('without a fresh proof, neither at the start nor at the end', async () => {
    const { browser, ouid } = await signedIn();
    const shown = await confirmed(browser, 'wechat', newPhoneOwner(newMobile()));
    services.moveClock(1);
    await services.stores.sessions.forgetOtherProofs(ouid, 'another');
    expect(await finish(browser, shown)).toMatchObject({ code: resultCodes.needsFreshProof });
    expect(await start(browser, 'wechat')).toMatchObject({ code: resultCodes.needsFreshProof });
    expect(await providersOf(ouid)).toEqual([]);
  });

  test('after ten minutes', async () => {
    const { browser } = await signedIn();
    services.moveClock(freshProof.lifetime);
    expect(await start(browser, 'wechat')).toMatchObject({ code: resultCodes.needsFreshProof });
  });

  test('by another session in the same browser, another browser, or no session', async () => {
    const { browser, ouid } = await signedIn();
    const other = await signedIn();
    const shown = await confirmed(browser, 'wechat', newPhoneOwner(newMobile()));
    const expired = { code: resultCodes.authorisationExpired };
    expect(await finish(other.browser, shown)).toMatchObject(expired);
    expect(await browser.signIn(other.mobile, password)).toMatchObject({ code: 0 });
    expect(await finish(browser, shown)).toMatchObject(expired);
    browser.jar.delete('foyer_session');
    expect(await finish(browser, shown)).toMatchObject({ code: resultCodes.notSignedIn });
    expect([await providersOf(ouid), await providersOf(other.ouid)]).toEqual([[], []]);
  });

  test('to a scan that signs in; and one that links signs no one in', async () => {
    const { browser, ouid } = await signedIn();
    const owner = newPhoneOwner(newMobile());
    await link(await services.addAccount({ mobile: newMobile() }), owner, 'wechat');
    const signIn = await confirm(browser, 'wechat', newPhoneOwner(newMobile()));
    expect(await finish(browser, signIn)).toMatchObject({ code: resultCodes.authorisationExpired });
    const shown = await confirmed(browser, 'wechat', owner);
    expect(await poll(browser, 'wechat', shown)).toMatchObject({ code: resultCodes.authorisationExpired });
    expect(await providersOf(ouid)).toEqual([]);
  });

  test('twice by one scan', async () => {
    const { browser, ouid } = await signedIn();
    const shown = await confirmed(browser, 'wechat', newPhoneOwner(newMobile()));
    const codes = (await concurrently(() => finish(browser, shown))).map(({ code }) => code);
    expect(codes.filter((code) => code === 0)).toHaveLength(1);
    const types = (await services.stores.audit.listByAccount(ouid)).map(({ type }) => type);
    expect(types.filter((type) => type === 'identityLinked')).toHaveLength(1);
  });

  test('that belongs to another account', async () => {
    const { browser, ouid } = await signedIn();
    const owner = newPhoneOwner(newMobile());
    const other = await services.addAccount({ mobile: newMobile() });
    await link(other, owner, 'wechat');
    const shown = await confirmed(browser, 'wechat', owner);
    expect(await finish(browser, shown)).toMatchObject({ code: resultCodes.identityTaken });
    expect([await providersOf(ouid), await providersOf(other)]).toEqual([[], ['wechat']]);
  });

  test('where DingTalk reports the number of another account, as of a person who was tricked into scanning', async () => {
    const { browser, ouid } = await signedIn();
    const victim = newMobile();
    await services.addAccount({ mobile: victim });
    const shown = await confirmed(browser, 'dingtalk', newPhoneOwner(victim));
    expect(await finish(browser, shown)).toMatchObject({ code: resultCodes.identityTaken });
    expect(await providersOf(ouid)).toEqual([]);
  });

  test('beside another identity of the same app', async () => {
    const { browser, ouid } = await signedIn();
    await link(ouid, newPhoneOwner(newMobile()), 'wechat');
    const shown = await confirmed(browser, 'wechat', newPhoneOwner(newMobile()));
    expect(await finish(browser, shown)).toMatchObject({
      code: resultCodes.boundElsewhere,
      data: { app: 'wechat', signedIn: true },
    });
  });

  test('in the browser of another person to whom an attacker sends the return of an app', async () => {
    const [attacker, victim] = [await signedIn(), await signedIn()];
    const { data } = await start(attacker.browser, 'dingtalk');
    const url = dingtalkPage(data, newPhoneOwner(newMobile()));
    const { location } = await openCallback(victim.browser, url);
    expect(location.search).toBe('');
    expect(await providersOf(victim.ouid)).toEqual([]);
  });
});

test('an app that one factor has linked counts as that factor for 72 hours', async () => {
  const { browser, ouid } = await signedIn();
  await finish(browser, await confirmed(browser, 'wechat', newPhoneOwner(newMobile())));
  expect((await services.stores.accounts.findByOuid(ouid))!.newFactors).toMatchObject({ wechat: { by: ['password'] } });
});
