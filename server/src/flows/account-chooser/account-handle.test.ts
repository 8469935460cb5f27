import { resultCodes } from '@foyer/contract/result-codes';
import { minutes } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { chooserHelpers, chooserPages } from '../../../test/support/flows/test-chooser.ts';
import { codeHelpers, codeTestSettings } from '../../../test/support/flows/test-codes.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import { accounts } from '../../store/schema/schema.ts';

const services = await testAppForFile({ env: codeTestSettings, appOptions: { pages: chooserPages } });
const { sendByHandle, verify, lastMessageTo, loginParams } = codeHelpers(services);
const db = services.database.sql;
const { password, newMobile, signedIn, cardsIn, withHandle } = chooserHelpers(services, 13400000000);

type Browser = ReturnType<typeof services.browser>;
const forget = (browser: Browser, handle: string | undefined) =>
  browser.post(`/user/accounts/remembered/${handle}/forget`);

describe('the handle of an account', () => {
  test('signs in with the password, and counts wrong ones like the account name', async () => {
    const browser = services.browser();
    const { mobile, ouid } = await signedIn(browser);
    const [card] = (await cardsIn(browser)) ?? [];
    expect(await withHandle(browser, card?.handle, 'Wrong-2026')).toMatchObject({
      code: resultCodes.wrongCredentials,
      data: { attemptsLeft: 4 },
    });
    expect(await browser.signIn(mobile, 'Wrong-2026')).toMatchObject({ data: { attemptsLeft: 3 } });
    services.moveClock(minutes(1));
    expect(await withHandle(browser, card?.handle)).toMatchObject({ code: 0, data: { ouid } });
  });

  test('sends a code to the account, and shows the masked recipient', async () => {
    const browser = services.browser();
    const email = `han${newMobile()}@example.com`;
    await signedIn(browser, { mobile: null, email });
    const [card] = (await cardsIn(browser)) ?? [];
    expect(await sendByHandle(browser, card?.handle, 'REGISTER_LOGIN', 'email')).toMatchObject({
      code: 0,
      data: { sentTo: 'h***@example.com' },
    });
    expect(lastMessageTo(email)?.code).toMatch(/^\d{6}$/);
    expect(await sendByHandle(browser, card?.handle, 'REGISTER_LOGIN', 'mobile')).toMatchObject({
      code: resultCodes.unknownServiceId,
    });
  });

  test('sends a code for a forgotten password, in its own browser alone', async () => {
    const browser = services.browser();
    const { mobile } = await signedIn(browser);
    const [card] = (await cardsIn(browser)) ?? [];
    expect(await sendByHandle(services.browser(), card?.handle, 'RETRIEVE')).toMatchObject({
      code: resultCodes.unknownServiceId,
    });
    const { serviceId } = (await sendByHandle(browser, card?.handle, 'RETRIEVE')).data;
    await verify(browser, serviceId, lastMessageTo(mobile)?.code);
    const newPassword = sha256Hex('Lantern-2026');
    expect(await browser.put('/v1/accounts/password', { serviceId, newPassword })).toMatchObject({ code: 0 });
    expect(await services.browser().signIn(mobile, 'Lantern-2026')).toMatchObject({ code: 0 });
  });

  test('is another one in every browser', async () => {
    const [browser, other] = [services.browser(), services.browser()];
    const { mobile } = await signedIn(browser);
    await other.signIn(mobile, password);
    const [[card], [otherCard]] = [(await cardsIn(browser)) ?? [], (await cardsIn(other)) ?? []];
    expect(otherCard).toEqual({ ...card, handle: otherCard?.handle });
    expect(otherCard?.handle).not.toBe(card?.handle);
  });

  test('is worth nothing in another browser', async () => {
    const browser = services.browser();
    const { mobile } = await signedIn(browser);
    const [card] = (await cardsIn(browser)) ?? [];
    const other = services.browser();
    await signedIn(other);
    expect(await withHandle(other, card?.handle)).toMatchObject({ code: resultCodes.unknownServiceId });
    expect(await sendByHandle(other, card?.handle, 'REGISTER_LOGIN')).toMatchObject({
      code: resultCodes.unknownServiceId,
    });
    expect(lastMessageTo(mobile)).toBeUndefined();
    expect(await forget(other, card?.handle)).toMatchObject({ code: 0 });
    expect(await cardsIn(browser)).toHaveLength(1);
  });

  test('does not sign in with the code of another account', async () => {
    const browser = services.browser();
    await signedIn(browser);
    const [first] = (await cardsIn(browser)) ?? [];
    services.moveClock(minutes(1));
    const { mobile } = await signedIn(browser);
    const [second] = (await cardsIn(browser)) ?? [];
    const { data } = await sendByHandle(browser, second?.handle, 'REGISTER_LOGIN');
    const serviceId = data['serviceId'];
    await verify(browser, serviceId, lastMessageTo(mobile)?.code);
    expect(await browser.post('/login/commit', { preServiceId: first?.handle, serviceId, loginParams })).toMatchObject({
      code: resultCodes.unknownServiceId,
    });
  });
});

describe('an account that is forgotten on this device', () => {
  test('is not offered any more, and its handle means nothing', async () => {
    const browser = services.browser();
    await signedIn(browser);
    const [card] = (await cardsIn(browser)) ?? [];
    expect(await forget(browser, card?.handle)).toMatchObject({ code: 0 });
    expect(await cardsIn(browser)).toBeUndefined();
    expect(await withHandle(browser, card?.handle)).toMatchObject({ code: resultCodes.unknownServiceId });
    // Once more, from another tab.
    expect(await forget(browser, card?.handle)).toMatchObject({ code: 0 });
  });

  test('needs its second factor again', async () => {
    const browser = services.browser();
    const { mobile, ouid } = await signedIn(browser);
    const [card] = (await cardsIn(browser)) ?? [];
    await db.update(accounts).set({ secondFactor: true }).where(eq(accounts.ouid, ouid));
    const pending = await browser.signIn(mobile, password);
    const sent = await sendByHandle(browser, pending.data['preServiceId'], 'LOGIN_DOUBLE_CHECK');
    await browser.post('/sender/verifyLoginDoubleCheck', {
      credentials: lastMessageTo(mobile)?.code,
      serviceId: sent.data['serviceId'],
      trustBrowser: true,
    });
    expect(await browser.signIn(mobile, password)).toMatchObject({ data: { loginDoubleCheck: false } });
    await forget(browser, card?.handle);
    expect(await browser.signIn(mobile, password)).toMatchObject({ data: { loginDoubleCheck: true } });
  });

  test('stays signed in, and is offered again after the next sign-in', async () => {
    const browser = services.browser();
    const { mobile } = await signedIn(browser);
    const [card] = (await cardsIn(browser)) ?? [];
    await forget(browser, card?.handle);
    expect(await browser.get('/user/accounts/me')).toMatchObject({ code: 0 });
    await browser.signIn(mobile, password);
    expect(await cardsIn(browser)).toEqual([card]);
  });
});
