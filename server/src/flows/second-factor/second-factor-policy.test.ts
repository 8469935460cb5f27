import { mask } from '@foyer/contract/rules/account-rules';
import { resultCodes } from '@foyer/contract/result-codes';
import { days, hours } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { raiseSessions } from '../../../test/support/flows/raise-sessions.ts';
import { openNode, testAppForFile } from '../../../test/support/test-app.ts';
import { factorHelpers } from '../../../test/support/flows/test-factors.ts';
import { sealSecret } from '../../parts/stored-factor/authenticator.ts';
import { sha256 } from '../../platform/sha256.ts';
import { makeTotpSecret, totpAt } from '../../platform/totp.ts';
import { accounts } from '../../store/schema/schema.ts';

const services = await testAppForFile();
const password = 'Foyer-2026';

let emails = 0;
/** A service with these settings and an account that has only an e-mail address; and one with a mobile number too. */
async function withPolicy(env: Record<string, string>) {
  const node = await openNode(services, { SANDBOX: 'on', ...env });
  const email = `policy${(emails += 1)}@example.com`;
  const mobile = String(13550000000 + emails);
  const ouid = await node.addAccount({ email, password });
  await node.addAccount({ mobile, password });
  return { node, email, mobile, ouid, signIn: (name = email) => node.browser().signIn(name, password) };
}

const day = (time: number) => new Date(time + hours(8)).toISOString().slice(0, 10);

describe('SECOND_FACTOR=required', () => {
  test('asks for nothing before its day, reminds in the grace period, and asks from its end on', async () => {
    const from = day(services.clock.now() + days(3));
    const { node, mobile, signIn } = await withPolicy({
      SECOND_FACTOR: 'required',
      SECOND_FACTOR_FROM: from,
      SECOND_FACTOR_GRACE_DAYS: '7',
    });
    const begins = Date.parse(`${from}T00:00:00+08:00`);
    const dueBy = new Date(begins + days(7)).toISOString();
    node.moveClock(begins - 1 - node.clock.now());
    expect((await signIn()).data).not.toHaveProperty('secondFactorDueBy');
    node.moveClock(1);
    expect(await signIn()).toMatchObject({ data: { loginDoubleCheck: false, secondFactorDueBy: dueBy } });
    node.moveClock(days(7) - 1);
    expect(await signIn()).toMatchObject({ data: { loginDoubleCheck: false, secondFactorDueBy: dueBy } });
    node.moveClock(1);
    expect(await signIn(mobile)).toMatchObject({ data: { loginDoubleCheck: true, secondFactors: ['sms'] } });
    expect(await signIn()).toMatchObject({ data: { loginDoubleCheck: true, secondFactors: [] } });
  });

  test('gives a new account the whole grace period', async () => {
    const { node, email } = await withPolicy({ SECOND_FACTOR: 'required', SECOND_FACTOR_GRACE_DAYS: '7' });
    node.moveClock(days(7) - 1);
    expect(await node.browser().signIn(email, password)).toMatchObject({ data: { loginDoubleCheck: false } });
    node.moveClock(1);
    expect(await node.browser().signIn(email, password)).toMatchObject({ data: { loginDoubleCheck: true } });
  });

  test('lets an account without any factor set up an app, whose first code completes the sign-in', async () => {
    const { node, email, ouid } = await withPolicy({ SECOND_FACTOR: 'required', SECOND_FACTOR_GRACE_DAYS: '0' });
    const browser = node.browser();
    const { data } = await browser.signIn(email, password);
    const { preServiceId } = data;
    expect(browser.jar.has('foyer_session')).toBe(false);
    const start = await browser.post('/user/accounts/authenticator/start', { preServiceId });
    const { setupId, secret, uri } = start.data;
    // A person who signs in with an app or a company has not typed the address.
    expect(decodeURIComponent(String(uri))).toContain(`:${mask(email)}?`);
    const { code } = totpAt(String(secret), node.clock.now());
    const { submitFactor } = factorHelpers(node);
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await submitFactor(browser, 'totp', preServiceId, wrong, { setupId })).toMatchObject({
      code: resultCodes.wrongCode,
    });
    expect(await submitFactor(browser, 'totp', preServiceId, code)).toMatchObject({ code: resultCodes.wrongCode });
    expect(await submitFactor(browser, 'backupCode', preServiceId, code, { setupId })).toMatchObject({
      code: resultCodes.unknownServiceId,
    });
    // As the app shows it.
    const typed = `${code.slice(0, 3)} ${code.slice(3)}`;
    expect(await submitFactor(browser, 'totp', preServiceId, typed, { setupId })).toMatchObject({ code: 0 });
    expect(await browser.get('/user/accounts/secondFactor')).toMatchObject({
      data: { on: true, policy: 'required', factors: ['totp'] },
    });
    const types = (await node.stores.audit.listByAccount(ouid)).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['authenticatorAdded', 'secondFactorOn']));
    await raiseSessions(node, ouid);
    expect(await browser.post('/user/accounts/secondFactor', { on: false })).toMatchObject({
      code: resultCodes.secondFactorRequired,
    });
  });

  test('lets no account that has a factor set up another one before it is signed in', async () => {
    const { node, mobile } = await withPolicy({ SECOND_FACTOR: 'required', SECOND_FACTOR_GRACE_DAYS: '0' });
    const browser = node.browser();
    const { data } = await browser.signIn(mobile, password);
    const start = await browser.post('/user/accounts/authenticator/start', { preServiceId: data['preServiceId'] });
    expect(start).toMatchObject({ code: resultCodes.unknownServiceId });
  });
});

describe('SECOND_FACTOR=off', () => {
  test('offers nothing, and keeps what a person has switched on', async () => {
    const { node, email, mobile, ouid } = await withPolicy({ SECOND_FACTOR: 'off' });
    const browser = node.browser();
    await browser.signIn(email, password);
    await raiseSessions(node, ouid);
    expect(await browser.get('/user/accounts/secondFactor')).toMatchObject({ data: { policy: 'off' } });
    for (const path of ['authenticator/start', 'backupCodes'])
      expect(await browser.post(`/user/accounts/${path}`)).toMatchObject({ code: resultCodes.notFound });
    const owner = await node.stores.accounts.find({ kind: 'mobile', value: mobile });
    await node.stores.accounts.setSecondFactor(owner!.ouid, true);
    expect(await node.browser().signIn(mobile, password)).toMatchObject({ data: { loginDoubleCheck: true } });
    expect(ouid).not.toBe(owner!.ouid);
  });
});

describe('SMS_GATEWAY=none', () => {
  test('offers no text message as second factor: an account with a mobile number sets up an app', async () => {
    const { mobile, signIn } = await withPolicy({
      SMS_GATEWAY: 'none',
      SECOND_FACTOR: 'required',
      SECOND_FACTOR_GRACE_DAYS: '0',
    });
    expect(await signIn(mobile)).toMatchObject({ data: { loginDoubleCheck: true, secondFactors: [] } });
  });

  describe('after a person has switched the second factor on with text messages', () => {
    /** Signed in with the password before the gateway was removed, and the second factor was asked for. */
    async function pendingSignIn() {
      const { node, mobile } = await withPolicy({ SMS_GATEWAY: 'none' });
      const { ouid } = (await node.stores.accounts.find({ kind: 'mobile', value: mobile }))!;
      await node.stores.accounts.setSecondFactor(ouid, true);
      const before = services.browser();
      const { data } = await before.signIn(mobile, password);
      const browser = node.browser();
      for (const [name, value] of before.jar) browser.jar.set(name, value);
      return { node, mobile, ouid, browser, preServiceId: String(data['preServiceId']) };
    }

    test('refuses the sign-in, and records it', async () => {
      const { node, mobile, ouid } = await pendingSignIn();
      const browser = node.browser();
      expect(await browser.signIn(mobile, password)).toMatchObject({ code: resultCodes.secondFactorUnavailable });
      expect(browser.jar.has('foyer_session')).toBe(false);
      const [last] = await node.stores.audit.listByAccount(ouid);
      expect(last).toMatchObject({ type: 'signInFailed', details: { reason: 'secondFactorUnavailable' } });
    });

    test('starts no set-up of an authenticator app in a pending sign-in', async () => {
      const { browser, preServiceId } = await pendingSignIn();
      const start = await browser.post('/user/accounts/authenticator/start', { preServiceId });
      expect(start).toMatchObject({ code: resultCodes.unknownServiceId });
    });

    test('completes no pending sign-in with the first code of a new app', async () => {
      const { node, ouid, browser, preServiceId } = await pendingSignIn();
      const secret = makeTotpSecret();
      const owner = { account: ouid, browserId: sha256(browser.jar.get('foyer_browser')!) };
      const setupId = await node.stores.authenticators.startSetup(owner, sealSecret(node, ouid, secret));
      const { code } = totpAt(secret, node.clock.now());
      const { submitFactor } = factorHelpers(node);
      expect(await submitFactor(browser, 'totp', preServiceId, code, { setupId })).toMatchObject({
        code: resultCodes.unknownServiceId,
      });
      expect(browser.jar.has('foyer_session')).toBe(false);
    });
  });

  test('switches the second factor on only with an app or a passkey, and shows no number for it', async () => {
    const { node, mobile } = await withPolicy({ SMS_GATEWAY: 'none' });
    const browser = node.browser();
    await browser.signIn(mobile, password);
    expect(await browser.post('/user/accounts/secondFactor', { on: true })).toMatchObject({
      code: resultCodes.noSecondFactor,
    });
    const { data } = await browser.get('/user/accounts/secondFactor');
    expect(data).toMatchObject({ on: false, factors: [] });
    expect(data).not.toHaveProperty('mobile');
  });

  test('keeps the address of an account that nothing else signs in to', async () => {
    const { node, email, ouid } = await withPolicy({ SMS_GATEWAY: 'none' });
    const browser = node.browser();
    await browser.signIn(email, password);
    await raiseSessions(services, ouid);
    await services.database.sql
      .update(accounts)
      .set({ passwordHash: null, mobile: '13559999999' })
      .where(eq(accounts.ouid, ouid));
    expect(await browser.post('/user/accounts/contacts/email/remove')).toMatchObject({ code: resultCodes.lastWayIn });
    expect((await node.stores.accounts.findByOuid(ouid))?.email).toBe(email);
  });
});
