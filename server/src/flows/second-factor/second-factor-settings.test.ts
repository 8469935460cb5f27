import { resultCodes } from '@foyer/contract/result-codes';
import { days, minutes, seconds } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../platform/sha256.ts';
import { raiseSessions } from '../../../test/support/flows/raise-sessions.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { codeHelpers, codeTestSettings } from '../../../test/support/flows/test-codes.ts';
import { factorHelpers } from '../../../test/support/flows/test-factors.ts';
import { totpAt } from '../../platform/totp.ts';
import { accounts } from '../../store/schema/schema.ts';

const services = await testAppForFile({ env: codeTestSettings });
const { addAuthenticator, addBackupCodes, makeBackupCodes, submitFactor } = factorHelpers(services);
const { lastMessageTo } = codeHelpers(services);
const db = services.database.sql;
const password = 'Foyer-2026';
type Browser = ReturnType<typeof services.browser>;

let numbers = 13540000000;
/** A person who is signed in with two factors. */
async function signedIn(more: Parameters<typeof services.addAccount>[0] = {}) {
  const mobile = String((numbers += 1));
  const email = `f${mobile}@example.com`;
  const ouid = await services.addAccount({ mobile, email, password, ...more });
  const browser = services.browser();
  expect(await browser.signIn(mobile, password)).toMatchObject({ code: 0, data: { loginDoubleCheck: false } });
  await raiseSessions(services, ouid);
  return { mobile, email, ouid, browser };
}

const state = async (browser: Browser) => (await browser.get('/user/accounts/secondFactor')).data;
const isOn = async (ouid: string) => (await db.select().from(accounts).where(eq(accounts.ouid, ouid)))[0]!.secondFactor;
const auditOf = async (ouid: string) => (await services.stores.audit.listByAccount(ouid)).map(({ type }) => type);
const noticesTo = async (recipient: string) => {
  await services.backgroundTasks.settled();
  return services.sandbox.outbox
    .sent(recipient)
    .map((message) => ('subject' in message ? message.subject : message.text));
};

/** Every change, for an account that has an authenticator app and codes, and a trusted browser. */
const changes: Record<string, (browser: Browser) => Promise<{ code: number }>> = {
  'switching it off': (browser) => browser.post('/user/accounts/secondFactor', { on: false }),
  'setting up an app': (browser) => browser.post('/user/accounts/authenticator/start'),
  'confirming an app': (browser) =>
    browser.post('/user/accounts/authenticator/confirm', { setupId: 'none', credentials: '123456' }),
  'removing the app': (browser) => browser.post('/user/accounts/authenticator/remove'),
  'new backup codes': (browser) => browser.post('/user/accounts/backupCodes'),
  'forgetting a trusted browser': (browser) => browser.post('/user/accounts/trustedBrowsers/none/forget'),
};

describe.each(Object.entries(changes))('%s', (_, change) => {
  test('needs a session and a fresh proof, and changes nothing without', async () => {
    const { ouid, browser } = await signedIn();
    await addAuthenticator(ouid);
    await addBackupCodes(ouid, ['abcde12345']);
    await services.stores.accounts.setSecondFactor(ouid, true);
    const before = await state(browser);
    expect(await change(services.browser())).toMatchObject({ code: resultCodes.notSignedIn });
    services.moveClock(minutes(10));
    expect(await change(browser)).toMatchObject({
      code: resultCodes.needsFreshProof,
      data: { ways: ['password', 'totp', 'sms', 'email', 'backupCode'] },
    });
    expect(await state(browser)).toEqual(before);
  });
});

describe('an authenticator app', () => {
  async function startSetUp(browser: Browser) {
    const { data } = await browser.post('/user/accounts/authenticator/start');
    const secret = String(data['secret']);
    const setupId = String(data['setupId']);
    const confirm = (code = totpAt(secret, services.clock.now()).code, by = browser) =>
      by.post('/user/accounts/authenticator/confirm', { setupId, credentials: code });
    return { data, secret, setupId, confirm };
  }

  test('counts once its first code is right; it switches the second factor on, and the person learns of both', async () => {
    const { mobile, email, ouid, browser } = await signedIn();
    const { data, secret, confirm } = await startSetUp(browser);
    expect(data['uri']).toBe(
      `otpauth://totp/Yunzhang:${mobile}?issuer=Yunzhang&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(await state(browser)).toMatchObject({ on: false, factors: ['sms'] });
    const right = totpAt(secret, services.clock.now()).code;
    expect(await confirm(right === '000000' ? '000001' : '000000')).toMatchObject({ code: resultCodes.wrongCode });
    expect(await isOn(ouid)).toBe(false);
    expect(await confirm()).toMatchObject({ code: 0 });
    expect(await state(browser)).toMatchObject({ on: true, factors: ['totp', 'sms'], authenticator: {} });
    expect(await auditOf(ouid)).toEqual(expect.arrayContaining(['authenticatorAdded', 'secondFactorOn']));
    const titles = ['An authenticator app was added to your account', 'Two-step verification is on'];
    expect((await noticesTo(email)).join()).toMatch(new RegExp(titles.join('|')));
    expect(await noticesTo(mobile)).toHaveLength(2);
  });

  test('does not sign in with the code that confirmed it', async () => {
    const { mobile, browser } = await signedIn();
    const { secret, confirm } = await startSetUp(browser);
    const { code } = totpAt(secret, services.clock.now());
    await confirm(code);
    const other = services.browser();
    const { data } = await other.signIn(mobile, password);
    expect(await submitFactor(other, 'totp', data['preServiceId'], code)).toMatchObject({
      code: resultCodes.codeAlreadyUsed,
    });
    const next = totpAt(secret, services.clock.now() + seconds(30)).code;
    expect(await submitFactor(other, 'totp', data['preServiceId'], next)).toMatchObject({ code: 0 });
  });

  test('is confirmed within 15 minutes, in the same browser, by the same account, once', async () => {
    const [{ browser }, stranger] = [await signedIn(), await signedIn()];
    const unknown = { code: resultCodes.unknownServiceId };
    const first = await startSetUp(browser);
    expect(await first.confirm(undefined, stranger.browser)).toMatchObject(unknown);
    services.moveClock(minutes(15) - 1);
    await browser.post('/user/accounts/proof/password', { credentials: sha256Hex(password) });
    expect(await first.confirm()).toMatchObject({ code: 0 });
    expect(await first.confirm()).toMatchObject(unknown);
    const second = await startSetUp(browser);
    services.moveClock(minutes(15));
    await browser.post('/user/accounts/proof/password', { credentials: sha256Hex(password) });
    expect(await second.confirm()).toMatchObject(unknown);
  });

  test('stays the one that counts until its successor is confirmed', async () => {
    const { ouid, browser } = await signedIn();
    const codeOf = await addAuthenticator(ouid);
    const { confirm } = await startSetUp(browser);
    const prove = (credentials: string) => browser.post('/user/accounts/proof/totp', { credentials });
    expect(await prove(codeOf())).toMatchObject({ code: 0 });
    expect(await confirm()).toMatchObject({ code: 0 });
    services.moveClock(minutes(1));
    expect(await prove(codeOf())).toMatchObject({ code: resultCodes.wrongCode });
  });

  test('cannot be removed while it is the only second factor and that is on', async () => {
    const ouid = await services.addAccount({ email: 'only-app@example.com', password });
    const browser = services.browser();
    await browser.signIn('only-app@example.com', password);
    await raiseSessions(services, ouid);
    await addAuthenticator(ouid);
    await services.stores.accounts.setSecondFactor(ouid, true);
    const remove = () => browser.post('/user/accounts/authenticator/remove');
    expect(await remove()).toMatchObject({ code: resultCodes.lastSecondFactor });
    expect(await browser.post('/user/accounts/secondFactor', { on: false })).toMatchObject({ code: 0 });
    expect(await remove()).toMatchObject({ code: 0 });
    expect(await remove()).toMatchObject({ code: resultCodes.notFound });
    expect(await auditOf(ouid)).toEqual(expect.arrayContaining(['authenticatorRemoved', 'secondFactorOff']));
  });
});

describe('backup codes', () => {
  test('are ten, differ, and replace the earlier ones', async () => {
    const { mobile, email, ouid, browser } = await signedIn({ secondFactor: false });
    const [first, second] = [await makeBackupCodes(browser), await makeBackupCodes(browser)];
    expect(new Set([...first, ...second]).size).toBe(20);
    for (const code of first) expect(code).toMatch(/^[\da-hjkmnp-tv-z]{5}-[\da-hjkmnp-tv-z]{5}$/);
    expect(await state(browser)).toMatchObject({ backupCodes: { left: 10 } });
    await services.stores.accounts.setSecondFactor(ouid, true);
    const other = services.browser();
    const { data } = await other.signIn(mobile, password);
    const use = (code: string) => submitFactor(other, 'backupCode', data['preServiceId'], code);
    expect(await use(first[0]!)).toMatchObject({ code: resultCodes.wrongCode });
    expect(await use(second[0]!)).toMatchObject({ code: 0 });
    expect(await state(browser)).toMatchObject({ backupCodes: { left: 9 } });
    expect(await auditOf(ouid)).toEqual(expect.arrayContaining(['backupCodesCreated', 'backupCodeUsed']));
    expect((await noticesTo(email)).join()).toContain('A backup code was used');
  });

  test('count once they are confirmed as saved; the earlier ones do until then, and no others', async () => {
    const { email, ouid, browser } = await signedIn();
    const prepare = async () => (await browser.post('/user/accounts/backupCodes')).data;
    const confirm = ({ setupId }: Awaited<ReturnType<typeof prepare>>) =>
      browser.post('/user/accounts/backupCodes/confirm', { setupId });
    const prove = (code: string | undefined) => browser.post('/user/accounts/proof/backupCode', { credentials: code });

    const first = await prepare();
    expect((await state(browser)).backupCodes).toBeUndefined();
    expect((await state(browser)).factors).not.toContain('backupCode');
    const [firstCode, ...others] = first['codes'] as string[];
    expect(await prove(firstCode)).toMatchObject({ code: resultCodes.wrongCode });
    expect(await auditOf(ouid)).not.toContain('backupCodesCreated');
    expect((await noticesTo(email)).join()).not.toContain('backup codes');

    expect(await confirm(first)).toMatchObject({ code: 0 });
    expect(await confirm(first)).toMatchObject({ code: 0 });
    expect((await auditOf(ouid)).filter((type) => type === 'backupCodesCreated')).toHaveLength(1);
    expect((await state(browser)).factors).toContain('backupCode');

    const [given, second] = [await prepare(), await prepare()];
    expect(await confirm(given)).toMatchObject({ code: resultCodes.notFound });
    expect(await state(browser)).toMatchObject({ backupCodes: { left: 10 } });
    expect(await prove((second['codes'] as string[])[0])).toMatchObject({ code: resultCodes.wrongCode });
    expect(await prove(firstCode)).toMatchObject({ code: 0 });
    expect(await confirm(second)).toMatchObject({ code: 0 });
    expect(await prove(others[0])).toMatchObject({ code: resultCodes.wrongCode });
    expect(await prove((second['codes'] as string[])[0])).toMatchObject({ code: 0 });
  });

  test('that are confirmed need the setup of the same account', async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    const { data } = await one.browser.post('/user/accounts/backupCodes');
    const request = { setupId: data['setupId'] };
    expect(await other.browser.post('/user/accounts/backupCodes/confirm', request)).toMatchObject({
      code: resultCodes.notFound,
    });
  });

  test('appear in no log', async () => {
    const { browser } = await signedIn();
    const { data } = await browser.post('/user/accounts/backupCodes');
    const { data: app } = await browser.post('/user/accounts/authenticator/start');
    const secrets = [
      ...(data['codes'] as string[]),
      String(data['setupId']),
      String(app['secret']),
      String(app['setupId']),
    ];
    for (const secret of secrets) expect(services.lines.join()).not.toContain(secret);
  });
});

describe('the second factor', () => {
  test('is switched on and off, which is recorded and reported', async () => {
    const { mobile, ouid, browser } = await signedIn();
    const turn = (on: boolean) => browser.post('/user/accounts/secondFactor', { on });
    expect(await turn(true)).toMatchObject({ code: 0 });
    expect(await turn(true)).toMatchObject({ code: 0 });
    expect(await isOn(ouid)).toBe(true);
    expect(await turn(false)).toMatchObject({ code: 0 });
    expect(await isOn(ouid)).toBe(false);
    const changed = (await auditOf(ouid)).filter((type) => type.startsWith('secondFactor'));
    expect(changed).toEqual(['secondFactorOff', 'secondFactorOn']);
    await services.backgroundTasks.settled();
    expect(lastMessageTo(mobile)?.text).toContain('two-step verification was turned off');
  });

  test('cannot be switched on without anything to prove it with', async () => {
    const ouid = await services.addAccount({ email: 'no-factor@example.com', password });
    const browser = services.browser();
    await browser.signIn('no-factor@example.com', password);
    await raiseSessions(services, ouid);
    expect(await browser.post('/user/accounts/secondFactor', { on: true })).toMatchObject({
      code: resultCodes.noSecondFactor,
    });
  });
});

describe('a trusted browser', () => {
  test('is listed with its device and can be forgotten: the next sign-in asks again', async () => {
    const { mobile, ouid, browser } = await signedIn();
    const codeOf = await addAuthenticator(ouid);
    await services.stores.accounts.setSecondFactor(ouid, true);
    const { data } = await browser.signIn(mobile, password);
    await submitFactor(browser, 'totp', data['preServiceId'], codeOf(), { trustBrowser: true });
    const [trusted] = (await state(browser))['trustedBrowsers'] as { id: string }[];
    expect(trusted).toMatchObject({ current: true, device: 'Chrome · Windows' });
    expect(await browser.signIn(mobile, password)).toMatchObject({ data: { loginDoubleCheck: false } });

    const stranger = await signedIn();
    const forget = (by: Browser) => by.post(`/user/accounts/trustedBrowsers/${trusted!.id}/forget`);
    expect(await forget(stranger.browser)).toMatchObject({ code: resultCodes.notFound });
    expect(await forget(browser)).toMatchObject({ code: 0 });
    expect(await state(browser)).toMatchObject({ trustedBrowsers: [] });
    expect(await auditOf(ouid)).toContain('browserForgotten');
    expect(await browser.signIn(mobile, password)).toMatchObject({ data: { loginDoubleCheck: true } });
  });

  test('is listed for 30 days', async () => {
    const { ouid, browser } = await signedIn();
    await services.stores.trustedBrowsers.trust(ouid, { browserId: 'b', token: undefined, device: 'Safari · iPhone' });
    expect(await services.stores.trustedBrowsers.listByAccount(ouid, {})).toMatchObject([
      { device: 'Safari · iPhone' },
    ]);
    services.moveClock(days(30));
    expect(await services.stores.trustedBrowsers.listByAccount(ouid, {})).toEqual([]);
    expect(browser.jar.size).toBeGreaterThan(0);
  });
});

describe('a fresh proof', () => {
  test.each(['totp', 'backupCode'] as const)('by %s is good once', async (factor) => {
    const { ouid, browser } = await signedIn();
    const codeOf = await addAuthenticator(ouid);
    await addBackupCodes(ouid, ['abcde12345']);
    services.moveClock(minutes(10));
    const make = () => browser.post('/user/accounts/backupCodes');
    const prove = (credentials: string) => browser.post(`/user/accounts/proof/${factor}`, { credentials });
    expect(await make()).toMatchObject({ code: resultCodes.needsFreshProof });
    expect(await prove('000000')).toMatchObject({ code: resultCodes.wrongCode });
    const right = factor === 'totp' ? codeOf() : 'abcde-12345';
    expect(await prove(right)).toMatchObject({ code: 0 });
    expect(await prove(right)).toMatchObject({ code: resultCodes.codeAlreadyUsed });
    expect(await make()).toMatchObject({ code: 0 });
    expect(await auditOf(ouid)).toEqual(expect.arrayContaining(['proofFailed', 'provenAgain']));
  });
});
