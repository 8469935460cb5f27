import { resultCodes } from '@foyer/contract/result-codes';
import { minutes, seconds } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { concurrently } from '../../../test/support/concurrently.ts';
import { bindingHelpers, noCodeLimits } from '../../../test/support/flows/test-binding.ts';
import { codeHelpers } from '../../../test/support/flows/test-codes.ts';
import { ssoHelpers } from '../../../test/support/flows/test-company.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { accounts, pendingSignIns, sessions } from '../../store/schema/schema.ts';

const services = await testAppForFile({ sandbox: true, env: noCodeLimits });
const { findCompany, open, choosePerson, signInAtCompany, openCallback, check } = ssoHelpers(services);
const { newMobile, isSignedIn, bindTo, startUnlinked } = bindingHelpers(services);
const { sendByHandle, lastMessageTo } = codeHelpers(services);
const db = services.database.sql;
type Browser = ReturnType<typeof services.browser>;

const expired = { code: resultCodes.ssoExpired };
const sessionsOf = (ouid: unknown) =>
  db
    .select()
    .from(sessions)
    .where(eq(sessions.account, String(ouid)));
const pendingSignInsOf = (ouid: unknown) =>
  db
    .select()
    .from(pendingSignIns)
    .where(eq(pendingSignIns.account, String(ouid)));
beforeEach(() => db.delete(sessions));

/** Restores the cookies from before the call, as if the response was lost. */
async function loseResponse<Response>(browser: Browser, act: () => Promise<Response>) {
  const before = new Map(browser.jar);
  const first = await act();
  const lostToken = browser.jar.get('foyer_session');
  browser.jar.clear();
  for (const [name, value] of before) browser.jar.set(name, value);
  return { first, lostToken };
}

async function signInWithLostResponse(id = 'acme-alice') {
  const browser = services.browser();
  const accessCode = await openCallback(browser, await signInAtCompany(browser, 'acme', id));
  const result = await loseResponse(browser, () => check(browser, accessCode));
  return { browser, accessCode, ...result, again: () => check(browser, accessCode) };
}

/** A person who was just linked to the company and needs another step before the session. */
async function linkedAccountWith(account: Parameters<typeof services.addAccount>[0]) {
  const mobile = newMobile();
  const ouid = await services.addAccount({ mobile, lastSignInAt: new Date(services.clock.now()) });
  const browser = services.browser();
  await bindTo(browser, await startUnlinked(browser), mobile);
  await db.update(accounts).set(account).where(eq(accounts.ouid, ouid));
  await db.delete(sessions);
  return { mobile, ouid };
}

describe('a lost response after the return', () => {
  test('is repeated for the same browser, and only one session remains [AC-38] [AC-62]', async () => {
    const { browser, first, lostToken, again } = await signInWithLostResponse();
    services.moveClock(seconds(12));
    expect(await again()).toMatchObject({ code: 0, data: first.data });
    expect(await isSignedIn(browser)).toBe(true);
    expect(await sessionsOf(first.data['accountId'])).toHaveLength(1);
    const stale = services.browser();
    stale.jar.set('foyer_session', lostToken!);
    expect(await isSignedIn(stale)).toBe(false);
  });

  test('is repeated for one minute, any number of times, but not immediately [AC-38] [AC-63]', async () => {
    for (const id of ['acme-alice', 'acme-carol']) {
      const { first, again } = await signInWithLostResponse(id);
      services.moveClock(seconds(1) - 1);
      expect(await again()).toMatchObject(expired);
      services.moveClock(1);
      expect(await again()).toMatchObject({ code: 0, data: first.data });
      services.moveClock(seconds(59) - 1);
      expect(await again()).toMatchObject({ code: 0, data: first.data });
      services.moveClock(1);
      expect(await again()).toMatchObject(expired);
    }
  });

  test('is not repeated for another browser, with or without a browser id [AC-11] [AC-38]', async () => {
    for (const id of ['acme-alice', 'acme-carol']) {
      const { accessCode, first } = await signInWithLostResponse(id);
      const thief = services.browser();
      await findCompany(thief, 'acme');
      services.moveClock(seconds(5));
      for (const other of [thief, services.browser()]) {
        expect(await check(other, accessCode)).toMatchObject(expired);
        expect(await check(other, accessCode, { 'X-Tsign-Token-Way': 'header' })).toMatchObject(expired);
        expect(await isSignedIn(other)).toBe(false);
      }
      if (first.data['accountId']) expect(await sessionsOf(first.data['accountId'])).toHaveLength(1);
    }
  });

  test.each([{}, { everywhere: true }])('is not repeated after signing out with %j [AC-63]', async (how) => {
    const { browser, lostToken, first, again } = await signInWithLostResponse();
    browser.jar.set('foyer_session', lostToken!);
    await browser.post('/user/accounts/logout', how);
    services.moveClock(seconds(5));
    expect(await again()).toMatchObject(expired);
    expect(await sessionsOf(first.data['accountId'])).toEqual([]);
  });

  test('repeats the second factor with a new handle, until it was passed [AC-30] [AC-62]', async () => {
    const { mobile, ouid } = await linkedAccountWith({ secondFactor: true });
    const { browser, first, again } = await signInWithLostResponse('acme-carol');
    services.moveClock(minutes(1) - seconds(10));
    const second = await again();
    expect(second.data).toMatchObject({ loginDoubleCheck: true, preServiceId: expect.any(String) });
    const send = (handle: unknown) => sendByHandle(browser, handle, 'LOGIN_DOUBLE_CHECK');
    expect(await send(first.data['preServiceId'])).toMatchObject({ code: resultCodes.unknownServiceId });
    const { serviceId } = (await send(second.data['preServiceId'])).data;
    const given = { serviceId, credentials: lastMessageTo(mobile)?.code };
    expect(await browser.post('/sender/verifyLoginDoubleCheck', given)).toMatchObject({ code: 0 });
    services.moveClock(seconds(5));
    expect(await again()).toMatchObject(expired);
    expect(await sessionsOf(ouid)).toHaveLength(1);
  });

  test('repeats a refusal, and nothing can be linked with it [SO-12]', async () => {
    const { ouid } = await linkedAccountWith({ disabledAt: new Date(services.clock.now()) });
    const disabled = await signInWithLostResponse('acme-carol');
    services.moveClock(seconds(5));
    expect(await disabled.again()).toMatchObject({ code: resultCodes.accountDisabled });
    expect(await sessionsOf(ouid)).toEqual([]);

    const browser = services.browser();
    const { data } = await findCompany(browser, 'acme');
    const page = await open(browser, String(data['targetUrl']));
    const accessCode = await openCallback(browser, await open(browser, `${page}/cancel`));
    await check(browser, accessCode);
    services.moveClock(seconds(5));
    expect(await check(browser, accessCode)).toMatchObject({ code: resultCodes.ssoCancelled });
  });

  test('is not repeated once an account was linked with it, or is about to be [AC-38] [AC-40]', async () => {
    for (const secondFactor of [false, true]) {
      const mobile = newMobile();
      await services.addAccount({ mobile, secondFactor });
      const browser = services.browser();
      const accessCode = await startUnlinked(browser, secondFactor ? 'acme-mia' : 'acme-carol');
      expect(await bindTo(browser, accessCode, mobile)).toMatchObject({ data: { loginDoubleCheck: secondFactor } });
      services.moveClock(seconds(5));
      expect(await check(browser, accessCode)).toMatchObject(expired);
      expect(await isSignedIn(browser)).toBe(!secondFactor);
    }
  });

  test('requested many times concurrently gives one session or one pending sign-in [AC-20] [AC-38]', async () => {
    const { ouid } = await linkedAccountWith({ secondFactor: true });
    const known = await signInWithLostResponse();
    const waiting = await signInWithLostResponse('acme-carol');
    services.moveClock(seconds(5));
    for (const { again } of [known, waiting]) {
      const answers = await concurrently(again);
      expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    }
    expect(await pendingSignInsOf(ouid)).toHaveLength(1);
    expect(await sessionsOf(ouid)).toEqual([]);
  });
});

describe('without cookies [MD-04] [D-14]', () => {
  const name = 'n'.repeat(43);
  const without = (token?: string) => ({ 'X-Tsign-Token-Way': 'header', ...(token && { 'X-Tsign-Token': token }) });

  test('a lost response is repeated only for the page that sent its own token with the request [AC-38] [AC-52]', async () => {
    const browser = services.browser();
    const { data } = await findCompany(browser, 'acme', {}, without());
    const elsewhere = services.browser();
    const callback = await choosePerson(elsewhere, await open(elsewhere, String(data['targetUrl'])), 'acme-alice');
    const accessCode = await openCallback(services.browser(), callback);
    const first = await check(browser, accessCode, without(name));
    expect(first).toMatchObject({ code: 0, data: { token: expect.stringMatching(`^${name}\\.`) } });
    services.moveClock(seconds(5));
    for (const other of [without(), without('o'.repeat(43)), {}])
      expect(await check(browser, accessCode, other)).toMatchObject(expired);
    const second = await check(browser, accessCode, without(name));
    expect(second).toMatchObject({ code: 0, data: { token: expect.stringMatching(`^${name}\\.`) } });
    expect(second.data['token']).not.toBe(first.data['token']);
    expect(await sessionsOf(first.data['accountId'])).toHaveLength(1);
  });
});
