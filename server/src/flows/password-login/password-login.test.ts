import { readEnvelope } from '@foyer/contract/call';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { resultCodes } from '@foyer/contract/result-codes';
import { hash } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import { accounts } from '../../store/schema/schema.ts';

const services = await testAppForFile({ env: { ALLOWED_REDIRECTS: 'https://sign.example.com' } });
const password = 'Foyer-2026';

let numbers = 13900000000;
const newMobile = () => String((numbers += 1));

async function newPerson(more: Parameters<typeof services.addAccount>[0] = {}) {
  const mobile = newMobile();
  const ouid = await services.addAccount({ mobile, password, ...more });
  return { mobile, ouid };
}

describe('the right password', () => {
  test('signs in and returns the redirect URL [LF-05]', async () => {
    const { mobile, ouid } = await newPerson();
    const browser = services.browser();
    const response = await browser.signIn(mobile, password);
    expect(response).toMatchObject({
      status: 200,
      code: 0,
      data: {
        ouid,
        url: `${services.config.publicUrl}/home`,
        loginDoubleCheck: false,
        needAgreement: false,
        newUser: false,
      },
    });
    expect(await browser.get('/user/accounts/me')).toMatchObject({ code: 0, data: { ouid } });
    expect(readEnvelope(commitPassword, { ...response }).is).toBe('done');
  });

  test.each([
    ['with a country code', (mobile: string) => `+86 ${mobile}`],
    ['with 0086 and hyphens', (mobile: string) => `0086-${mobile.slice(0, 3)}-${mobile.slice(3)}`],
    [
      'in full width',
      (mobile: string) => mobile.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
    ],
    ['with spaces around', (mobile: string) => `  ${mobile} `],
  ])('signs in with the mobile number written %s [VA-01]', async (_, spelling) => {
    const { mobile, ouid } = await newPerson();
    expect(await services.browser().signIn(spelling(mobile), password)).toMatchObject({ code: 0, data: { ouid } });
  });

  test('signs in by e-mail in any case [VA-01]', async () => {
    const ouid = await services.addAccount({ email: 'mei@example.com', password });
    expect(await services.browser().signIn('Mei@EXAMPLE.com', password)).toMatchObject({ code: 0, data: { ouid } });
  });

  test('redirects phones to the home page for phones [MD-05]', async () => {
    const { mobile } = await newPerson();
    const phone = services.browser({
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148 Safari/604.1',
    });
    expect(await phone.signIn(mobile, password)).toMatchObject({ data: { url: `${services.config.publicUrl}/` } });
  });

  test.each([
    ['/agreement/service?x=1', 'http://localhost:3000/agreement/service?x=1'],
    ['https://sign.example.com/box', 'https://sign.example.com/box'],
    ['https://evil.test/', 'http://localhost:3000/home'],
    ['//evil.test', 'http://localhost:3000/home'],
    ['javascript:alert(1)', 'http://localhost:3000/home'],
  ])('with the requested redirect %s leads to %s [QP-07]', async (redirectUrl, url) => {
    const { mobile } = await newPerson();
    expect(await services.browser().signIn(mobile, password, { redirectUrl })).toMatchObject({ data: { url } });
  });

  test('opens a new session each time and ends the previous one of this browser [AC-12]', async () => {
    const { mobile } = await newPerson();
    const browser = services.browser();
    browser.jar.set('foyer_session', 'planted');
    await browser.signIn(mobile, password);
    const first = browser.jar.get('foyer_session')!;
    expect(first).not.toBe('planted');
    await browser.signIn(mobile, password);
    expect(browser.jar.get('foyer_session')).not.toBe(first);
    const stale = services.browser();
    stale.jar.set('foyer_session', first);
    expect(await stale.get('/user/accounts/me')).toMatchObject({ status: 401, code: resultCodes.notSignedIn });
  });

  test('opens no session before the second factor [AC-30]', async () => {
    const { mobile, ouid } = await newPerson({ secondFactor: true });
    const browser = services.browser();
    const response = await browser.signIn(mobile, password);
    expect(response).toMatchObject({
      code: 0,
      data: {
        ouid,
        loginDoubleCheck: true,
        mobile: `${mobile.slice(0, 3)}****${mobile.slice(-4)}`,
        preServiceId: expect.stringMatching(/^[\w-]{43}$/),
      },
    });
    expect(response.data).not.toHaveProperty('url');
    expect(browser.jar.has('foyer_session')).toBe(false);
  });
});

test('an invited account requires the identity check, with masked data and without a session', async () => {
  const { mobile } = await newPerson({ name: '尹尔', idNumber: '11010119900307123X' });
  const browser = services.browser();
  expect(await browser.signIn(mobile, password)).toMatchObject({
    code: resultCodes.needsIdentityCheck,
    data: { name: '尹*', desIdNo: '110***************', serviceId: expect.stringMatching(/^[\w-]{43}$/) },
  });
  expect(browser.jar.has('foyer_session')).toBe(false);
});

test('an account that has not agreed gets no access yet [AC-34]', async () => {
  const { mobile } = await newPerson({ agreed: false });
  const browser = services.browser();
  const response = await browser.signIn(mobile, password);
  expect(response).toMatchObject({ code: 0, data: { needAgreement: true } });
  expect(response.data).not.toHaveProperty('url');
  expect(browser.jar.has('foyer_session')).toBe(true);
  expect(await browser.get('/user/accounts/me')).toMatchObject({ code: resultCodes.notSignedIn });
  expect(await browser.post('/user/accounts/logout')).toMatchObject({ code: 0 });
  expect(browser.jar.has('foyer_session')).toBe(false);
});

test('an account whose hash cannot be read gets the response of a wrong password, and the log says so', async () => {
  const { mobile, ouid } = await newPerson();
  const unreadable = '$argon2id$v=19$m=1,t=0,p=0$AAAA$AAAA';
  await services.database.sql.update(accounts).set({ passwordHash: unreadable }).where(eq(accounts.mobile, mobile));
  services.lines.length = 0;
  expect(await services.browser().signIn(mobile, password)).toMatchObject({ code: resultCodes.wrongCredentials });
  const logged = services.lines.map((line) => JSON.parse(line) as unknown);
  expect(logged).toContainEqual(
    expect.objectContaining({ level: 'error', event: 'passwordHashUnreadable', account: ouid }),
  );
});

test.each([
  ['bcrypt', '$2b$12$abcdefghijklmnopqrstuv'],
  ['SHA-256', 'a'.repeat(64)],
  ['text', 'Foyer-2026'],
])('the database refuses a hash in another format: %s', async (_, passwordHash) => {
  const { mobile } = await newPerson();
  const write = services.database.sql.update(accounts).set({ passwordHash }).where(eq(accounts.mobile, mobile));
  const error: unknown = await write.catch((problem: unknown) => problem);
  expect(error).toMatchObject({ cause: { constraint: 'accounts_password_hash_format' } });
});

test('a disabled account is reported only after the right password', async () => {
  const { mobile } = await newPerson({ disabledAt: new Date() });
  const browser = services.browser();
  expect(await browser.signIn(mobile, 'wrong')).toMatchObject({ code: resultCodes.wrongCredentials });
  expect(await browser.signIn(mobile, password)).toMatchObject({
    code: resultCodes.accountDisabled,
    message: expect.stringContaining(services.config.page.support),
  });
  expect(browser.jar.has('foyer_session')).toBe(false);
});

test('a password stored with older hash parameters is hashed again', async () => {
  const { mobile } = await newPerson();
  const old = await hash(sha256Hex(password), { memoryCost: 8192, timeCost: 1 });
  await services.database.sql.update(accounts).set({ passwordHash: old }).where(eq(accounts.mobile, mobile));
  expect(await services.browser().signIn(mobile, password)).toMatchObject({ code: 0 });
  const [row] = await services.database.sql.select().from(accounts).where(eq(accounts.mobile, mobile));
  expect([old, row!.passwordHash!].map(services.passwords.isOutdated)).toEqual([true, false]);
  expect(await services.browser().signIn(mobile, password)).toMatchObject({ code: 0 });
});

test('a password that was changed after the old one was read is not replaced by a new hash of it', async () => {
  const { mobile } = await newPerson();
  const { ouid, passwordHash } = (await services.stores.accounts.find({ kind: 'mobile', value: mobile }))!;
  const changed = await hash(sha256Hex('another password'));
  await services.stores.accounts.changePassword(ouid, changed);
  await services.stores.accounts.replacePasswordHash(ouid, passwordHash!, await hash(sha256Hex(password)));
  expect(await services.stores.accounts.findByOuid(ouid)).toMatchObject({ passwordHash: changed });
});

test('the stored hash is not accepted as a password [AC-29]', async () => {
  const { mobile } = await newPerson();
  const rows = await services.database.sql.select({ hash: accounts.passwordHash }).from(accounts);
  expect(JSON.stringify(rows)).not.toContain(sha256Hex(password));
  const { passwordHash } = (await services.stores.accounts.find({ kind: 'mobile', value: mobile }))!;
  const response = await services.browser().signIn(mobile, '', { credentials: passwordHash! });
  expect(response).toMatchObject({ status: 400, code: resultCodes.malformed });
  expect(await services.browser().signIn(mobile, passwordHash!)).toMatchObject({ code: resultCodes.wrongCredentials });
});
