import { resultCodes } from '@foyer/contract/result-codes';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { concurrently } from '../../../test/support/concurrently.ts';
import { codeTestSettings, codeHelpers } from '../../../test/support/flows/test-codes.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { newPhoneOwner, scanHelpers } from '../../../test/support/flows/test-scans.ts';
import { sessions } from '../../store/schema/schema.ts';

const services = await testAppForFile({
  env: { ...codeTestSettings, COUNTRY_HEADER: 'X-Country', TRUSTED_PROXIES: '10.0.0.1' },
});
const { link, show, poll, phone, scan, confirm, sceneIn } = scanHelpers(services);
const { sendByHandle, lastMessageTo } = codeHelpers(services);
const { wallet, fault } = services.sandbox.apps.alipay.app;
const china = { 'x-country': 'CN' };
const abroad = { 'x-country': 'RU' };

let numbers = 13730000000;
const newMobile = () => String((numbers += 1));
async function newPerson(account: Parameters<typeof services.addAccount>[0] = {}) {
  const mobile = newMobile();
  const owner = newPhoneOwner(mobile);
  const ouid = await services.addAccount({ mobile, ...account });
  await link(ouid, owner, 'wechat', 'alipay');
  return { owner, ouid, mobile };
}

describe('the mini-program', () => {
  test('gets site, device, network and time, and whether a mobile number is needed [AC-10]', async () => {
    const { owner } = await newPerson();
    const shown = await show(services.browser({ clientIp: '192.0.2.9' }), 'alipay');
    const opened = await phone().openMiniProgram(shown, owner);
    expect(opened).toMatchObject({
      code: 0,
      data: {
        needsPhone: false,
        offer: {
          app: 'alipay',
          site: 'localhost:3000',
          device: 'Chrome · Windows',
          address: '192.0.2.*',
          at: services.clock.now(),
          elsewhere: false,
        },
      },
    });
    const stranger = newPhoneOwner(newMobile());
    const another = await phone().openMiniProgram(await show(services.browser(), 'alipay'), stranger);
    expect(another.data).toMatchObject({ needsPhone: true });
  });

  test('with an unknown authorization code gets nothing and does not change the scan [AC-13]', async () => {
    const browser = services.browser();
    const shown = await show(browser, 'alipay');
    const opened = await browser.post('/thirdparty/alipaymini/scan', { s: sceneIn(shown), authCode: 'guessed' });
    expect(opened).toMatchObject({ code: resultCodes.authorisationExpired, data: null });
    expect(await poll(browser, 'alipay', shown)).toMatchObject({ code: 400, data: { scanned: false } });
  });

  test('opened twice by the same person gets the same ticket, and by another is refused [AC-10]', async () => {
    const { owner } = await newPerson();
    const shown = await show(services.browser(), 'alipay');
    const first = await phone().openMiniProgram(shown, owner);
    expect((await phone().openMiniProgram(shown, owner)).data['ticket']).toBe(first.data['ticket']);
    const { owner: other } = await newPerson();
    expect(await phone().openMiniProgram(shown, other)).toMatchObject({ code: resultCodes.authorisationExpired });
  });

  test('gets a provider error while Alipay is down, and can try again', async () => {
    const { owner } = await newPerson();
    const shown = await show(services.browser(), 'alipay');
    fault.set('down');
    expect(await phone().openMiniProgram(shown, owner)).toMatchObject({ code: resultCodes.providerError });
    fault.set('working');
    expect(await phone().openMiniProgram(shown, owner)).toMatchObject({ code: 0 });
  });

  test('a mobile number from outside the mainland is refused on the page, not on the phone [QR-15]', async () => {
    const browser = services.browser();
    const shown = await confirm(browser, 'alipay', newPhoneOwner('61234567', '852'));
    const lines = services.lines.length;
    expect(await poll(browser, 'alipay', shown)).toMatchObject({
      code: resultCodes.mainlandMobileOnly,
      message: expect.stringContaining('mainland'),
    });
    const logged = services.lines.slice(lines).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(logged).toContainEqual(
      expect.objectContaining({ event: 'signIn', way: 'alipay', result: 'mainlandMobileOnly' }),
    );
    expect(await services.metrics.text()).toContain('foyer_sign_ins_total{way="alipay",result="mainlandMobileOnly"} 1');
  });

  test('a linked person signs in with any mobile number', async () => {
    const owner = newPhoneOwner('61234568', '852');
    await link(await services.addAccount({ mobile: newMobile() }), owner, 'alipay');
    const browser = services.browser();
    expect(await poll(browser, 'alipay', await confirm(browser, 'alipay', owner))).toMatchObject({ code: 0 });
  });

  test("a mobile number without Alipay's signature is refused, and the person can confirm again [AC-42]", async () => {
    const victim = newMobile();
    await services.addAccount({ mobile: victim });
    const thief = newPhoneOwner(newMobile());
    const browser = services.browser();
    const shown = await show(browser, 'alipay');
    const by = phone();
    const ticket = await scan('alipay', shown, thief, by);
    const genuine = wallet.phoneNumber(thief.alipay);
    const wrong = JSON.parse(genuine) as { response: string; sign: string };
    const { response } = JSON.parse(wallet.phoneNumber({ ...thief.alipay, mobile: victim })) as { response: string };
    for (const payload of ['x', '{}', JSON.stringify({ mobile: victim }), JSON.stringify({ ...wrong, response })])
      expect(await by.answer(ticket, true, payload)).toMatchObject({ code: resultCodes.providerError });
    expect(await poll(browser, 'alipay', shown)).toMatchObject({ code: 400 });
    expect(await by.answer(ticket, true, genuine)).toMatchObject({ code: 0 });
  });
});

describe('the signed mobile number of Alipay', () => {
  /** Scans and confirms with the given payload, and returns the poll result. */
  async function bring(owner: ReturnType<typeof newPhoneOwner>, payload: string) {
    const browser = services.browser();
    const shown = await show(browser, 'alipay');
    const by = phone();
    expect(await by.answer(await scan('alipay', shown, owner, by), true, payload)).toMatchObject({ code: 0 });
    return { browser, result: await poll(browser, 'alipay', shown) };
  }

  test('is accepted from the person who used it first, repeatedly, and from no other [AC-42]', async () => {
    const mobile = newMobile();
    await services.addAccount({ mobile });
    const [victim, thief] = [newPhoneOwner(mobile), newPhoneOwner(newMobile())];
    const payload = wallet.phoneNumber(victim.alipay);
    for (let i = 0; i < 2; i += 1)
      expect((await bring(victim, payload)).result).toMatchObject({ code: resultCodes.mobileAlreadyBound });

    const { sign, response } = JSON.parse(payload) as { response: string; sign: string };
    for (const replayed of [payload, JSON.stringify({ sign, response, sign_type: 'RSA2' })]) {
      const { browser, result } = await bring(thief, replayed);
      expect(result).toMatchObject({ code: resultCodes.needsMobile });
      expect(result.data).not.toHaveProperty('principal');
      const { userInfoContextId } = result.data;
      const transfer = { data: { userInfoContextId }, credentials: 'PC_ALI_PAY_USER_TRANSFER' };
      const sent = await browser.post('/login/commit/transferLogin', transfer);
      expect(sent).toMatchObject({ code: resultCodes.authorisationExpired });
    }
    expect((await bring(victim, payload)).result).toMatchObject({ code: resultCodes.mobileAlreadyBound });
  });

  test('is accepted once from many concurrent people [AC-42]', async () => {
    const { claim } = services.stores.verifiedMobiles;
    const claimed = await concurrently((i) => claim('the same', [{ provider: 'alipay', subject: `person ${i}` }]));
    expect(claimed.filter(Boolean)).toHaveLength(1);
  });
});

describe('a ticket', () => {
  test('shows the offer and answers once; no other handle of the scan does [AC-13]', async () => {
    const { owner } = await newPerson();
    const shown = await show(services.browser(), 'wechat');
    const ticket = await scan('wechat', shown, owner);
    const by = phone();
    expect(await by.getOffer(ticket)).toMatchObject({ code: 0, data: { app: 'wechat' } });
    for (const other of [shown['loginId'], shown['sceneId'], services.random.token()]) {
      expect(await by.getOffer(String(other))).toMatchObject({ code: resultCodes.authorisationExpired });
      expect(await by.answer(other, true)).toMatchObject({ code: resultCodes.authorisationExpired });
    }
    expect(await by.answer(ticket, true)).toMatchObject({ code: 0 });
    expect(await by.getOffer(ticket)).toMatchObject({ code: resultCodes.authorisationExpired });
    expect(await by.answer(ticket, false)).toMatchObject({ code: resultCodes.authorisationExpired });
  });

  test('is in no log line', async () => {
    const { owner } = await newPerson();
    const ticket = await scan('wechat', await show(services.browser(), 'wechat'), owner);
    await phone().getOffer(ticket);
    await phone().answer(ticket, true);
    expect(services.lines.join('\n')).not.toContain(ticket);
  });
});

describe('a phone in another country than the browser [AC-10]', () => {
  async function from(phoneHeaders: object, owner: ReturnType<typeof newPhoneOwner>) {
    const browser = services.browser();
    const { data: shown } = await browser.get('/login/oauth/request/ALIPAY_MINI?fingerprint=f', abroad);
    const by = phone(phoneHeaders);
    const opened = await by.openMiniProgram(shown, owner);
    await by.answer(opened.data['ticket'], true, wallet.phoneNumber(owner.alipay));
    return { browser, opened, answer: await poll(browser, 'alipay', shown) };
  }

  test('shows a warning, and the sign-in needs a second factor for any account', async () => {
    const { owner, ouid, mobile } = await newPerson();
    const { browser, opened, answer } = await from(china, owner);
    expect(opened.data).toMatchObject({ offer: { elsewhere: true } });
    expect(answer).toMatchObject({ code: 0, data: { loginDoubleCheck: true, preServiceId: expect.any(String) } });
    const { sql } = services.database;
    expect(await sql.select().from(sessions).where(eq(sessions.account, ouid))).toEqual([]);

    const sent = await sendByHandle(browser, answer.data['preServiceId'], 'LOGIN_DOUBLE_CHECK');
    const serviceId = sent.data['serviceId'];
    const credentials = lastMessageTo(mobile)?.code;
    expect(await browser.post('/sender/verifyLoginDoubleCheck', { credentials, serviceId })).toMatchObject({ code: 0 });
    expect(await browser.get('/user/accounts/me')).toMatchObject({ code: 0, data: { ouid } });
  });

  test('needs it for one-click login too', async () => {
    const mobile = newMobile();
    const ouid = await services.addAccount({ mobile });
    const { browser, answer } = await from(china, newPhoneOwner(mobile));
    expect(answer.code).toBe(resultCodes.mobileAlreadyBound);
    const { userInfoContextId } = answer.data;
    const transfer = { data: { userInfoContextId }, credentials: 'PC_ALI_PAY_USER_TRANSFER' };
    expect(await browser.post('/login/commit/transferLogin', transfer)).toMatchObject({
      code: 0,
      data: { loginDoubleCheck: true },
    });
    expect(await services.database.sql.select().from(sessions).where(eq(sessions.account, ouid))).toEqual([]);
  });

  test('without a mobile number refuses and names other sign-in methods', async () => {
    const owner = newPhoneOwner(newMobile());
    const ouid = await services.addAccount({ email: `${newMobile()}@example.com` });
    await link(ouid, owner, 'alipay');
    const { answer } = await from(china, owner);
    expect(answer).toMatchObject({
      code: resultCodes.scanFromOtherCountry,
      message: expect.stringContaining('password'),
    });
    expect(await services.database.sql.select().from(sessions).where(eq(sessions.account, ouid))).toEqual([]);
  });

  test('in the same country changes nothing', async () => {
    const { owner } = await newPerson();
    const { opened, answer } = await from(abroad, owner);
    expect(opened.data).toMatchObject({ offer: { elsewhere: false } });
    expect(answer).toMatchObject({ code: 0, data: { loginDoubleCheck: false } });
  });

  test.each(['', 'XX', 'T1', 'Russia'])('ignores %j as a country', async (country) => {
    const { owner } = await newPerson();
    const { opened } = await from({ 'x-country': country }, owner);
    expect(opened.data).toMatchObject({ offer: { elsewhere: false } });
  });
});
