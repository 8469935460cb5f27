import { resultCodes } from '@foyer/contract/result-codes';
import { describe, expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { newPhoneOwner, scanHelpers } from '../../../test/support/flows/test-scans.ts';
import { sessions } from '../../store/schema/schema.ts';

const services = await testAppForFile({ env: { ALLOWED_REDIRECTS: 'https://sign.example.com' } });
const { link, show, poll, dingtalkPage, openCallback } = scanHelpers(services);
const dingtalkApp = services.sandbox.apps.dingtalk.app;

let numbers = 13740000000;
async function newPerson() {
  const mobile = String((numbers += 1));
  const owner = newPhoneOwner(mobile);
  const ouid = await services.addAccount({ mobile });
  await link(ouid, owner, 'dingtalk');
  return { owner, ouid };
}

describe('the return from DingTalk', () => {
  test('leads to the page with a preLoginId and the requested redirect [QP-05] [QR-10]', async () => {
    const { owner, ouid } = await newPerson();
    const browser = services.browser();
    const redirectUrl = 'https://sign.example.com/doc/1';
    const shown = await show(browser, 'dingtalk', { redirectUrl });
    const back = await openCallback(browser, dingtalkPage(shown, owner));
    expect(back).toMatchObject({ status: 302, location: { pathname: '/login/web', origin: 'http://localhost:3000' } });
    expect(back.location.searchParams.get('redirectUrl')).toBe(redirectUrl);
    expect(back.preLoginId).toMatch(/^[\w-]{43}$/);
    for (const other of [shown['loginId'], new URL(String(shown['url'])).searchParams.get('state')])
      expect(await poll(browser, 'dingtalk', { preLoginId: other })).toMatchObject({
        code: resultCodes.authorisationExpired,
      });
    expect(await poll(browser, 'dingtalk', back)).toMatchObject({ code: 0, data: { ouid, url: redirectUrl } });
  });

  test('drops a forbidden redirect [AC-01]', async () => {
    const { owner } = await newPerson();
    const browser = services.browser();
    const shown = await show(browser, 'dingtalk', { redirectUrl: 'https://evil.test/' });
    const back = await openCallback(browser, dingtalkPage(shown, owner));
    expect(back.location.searchParams.has('redirectUrl')).toBe(false);
  });

  test('in another browser gives no session and is logged [AC-11]', async () => {
    const { owner } = await newPerson();
    const [thief, victim] = [services.browser(), services.browser()];
    await show(victim, 'dingtalk');
    const callbackUrl = dingtalkPage(await show(thief, 'dingtalk'), owner);
    const lines = services.lines.length;
    const back = await openCallback(victim, callbackUrl);
    expect([back.status, back.location.search]).toEqual([302, '']);
    expect(services.lines.slice(lines).join()).toContain('"app":"dingtalk","result":"expired"');
    // The state was not used up: the browser that started can still finish.
    const own = await openCallback(thief, callbackUrl);
    expect((await openCallback(victim, callbackUrl)).location.search).toBe('');
    expect(await poll(victim, 'dingtalk', own)).toMatchObject({ code: resultCodes.authorisationExpired });
    expect(victim.jar.has('foyer_session')).toBe(false);
    expect(await poll(thief, 'dingtalk', own)).toMatchObject({ code: 0 });
  });

  test('takes effect once, however often the browser opens it', async () => {
    const { owner, ouid } = await newPerson();
    const browser = services.browser();
    const callbackUrl = dingtalkPage(await show(browser, 'dingtalk'), owner);
    const backs = await Promise.all(Array.from({ length: 20 }, () => openCallback(browser, callbackUrl)));
    expect(new Set(backs.map(({ preLoginId }) => preLoginId)).size).toBe(1);
    expect(await poll(browser, 'dingtalk', backs[0]!)).toMatchObject({ code: 0 });
    expect((await openCallback(browser, callbackUrl)).location.search).toBe('');
    const open = await services.database.sql.select().from(sessions);
    expect(open.filter(({ account }) => account === ouid)).toHaveLength(1);
  });

  test('after declining results in a refusal', async () => {
    const { owner } = await newPerson();
    const browser = services.browser();
    const back = await openCallback(browser, dingtalkPage(await show(browser, 'dingtalk'), owner, false));
    expect(await poll(browser, 'dingtalk', back)).toMatchObject({ code: resultCodes.scanDeclined });
  });

  test.each(['authCode=', 'error=', 'authCode=&code=&error='])('with an empty %s counts as declined', async (empty) => {
    const browser = services.browser();
    const callbackUrl = new URL(dingtalkPage(await show(browser, 'dingtalk'), (await newPerson()).owner, false));
    callbackUrl.search = `${new URLSearchParams({ state: callbackUrl.searchParams.get('state') ?? '' })}&${empty}`;
    const lines = services.lines.length;
    const back = await openCallback(browser, callbackUrl.href);
    expect(services.lines.slice(lines).join()).toContain('"app":"dingtalk","result":"declined"');
    expect(await poll(browser, 'dingtalk', back)).toMatchObject({ code: resultCodes.scanDeclined });
  });

  test('with a code and an empty error is confirmed', async () => {
    const { owner } = await newPerson();
    const browser = services.browser();
    const callbackUrl = `${dingtalkPage(await show(browser, 'dingtalk'), owner)}&error=`;
    expect(await poll(browser, 'dingtalk', await openCallback(browser, callbackUrl))).toMatchObject({ code: 0 });
  });

  test('with an unknown code, or while DingTalk is down, is a provider error', async () => {
    for (const spoil of ['code', 'gateway']) {
      const { owner } = await newPerson();
      const browser = services.browser();
      const callbackUrl = new URL(dingtalkPage(await show(browser, 'dingtalk'), owner));
      if (spoil === 'code') callbackUrl.searchParams.set('authCode', 'guessed');
      else dingtalkApp.fault.set('down');
      const back = await openCallback(browser, callbackUrl.href);
      dingtalkApp.fault.set('working');
      expect(await poll(browser, 'dingtalk', back)).toMatchObject({ status: 502, code: resultCodes.providerError });
    }
  });

  test("accepts the code parameter of DingTalk's own client", async () => {
    const { owner } = await newPerson();
    const browser = services.browser();
    const callbackUrl = dingtalkPage(await show(browser, 'dingtalk'), owner).replace('authCode=', 'code=');
    expect(await poll(browser, 'dingtalk', await openCallback(browser, callbackUrl))).toMatchObject({ code: 0 });
  });

  test.each(['', '?state=x', '?state=a&state=b&authCode=1', `?state=${'a'.repeat(5000)}`, '?state=%00&authCode=1'])(
    'with %j leads to the sign-in page',
    async (search) => {
      const back = await openCallback(
        services.browser(),
        `http://localhost:3000/api/thirdparty/dingding/callback${search}`,
      );
      expect([back.status, `${back.location.pathname}${back.location.search}`]).toEqual([302, '/login/web']);
    },
  );
});
