import { readEnvelope } from '@foyer/contract/call';
import { resultCodes } from '@foyer/contract/result-codes';
import { setPassword } from '@foyer/contract/flows/set-password';
import { minutes } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { concurrently } from '../../../test/support/concurrently.ts';
import { codeTestSettings, codeHelpers } from '../../../test/support/flows/test-codes.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import { accounts, sessions } from '../../store/schema/schema.ts';

const services = await testAppForFile({
  env: { ...codeTestSettings, CODES_PER_BROWSER: '100', CODES_PER_ADDRESS: '100' },
});
const { sendAndVerify, commit, lastMessageTo } = codeHelpers(services);

type Browser = ReturnType<typeof services.browser>;
const password = 'Lantern-71';

let numbers = 13100000000;
const set = (browser: Browser, serviceId: unknown, newPassword = sha256Hex(password)) =>
  browser.put('/v1/sender/setupPwd', { serviceId, newPassword });

async function newcomer() {
  const mobile = String((numbers += 1));
  const browser = services.browser();
  const { data } = await commit(browser, mobile, await sendAndVerify(browser, mobile), { agreed: true });
  return { mobile, browser, serviceId: String(data['setPwdServiceId']) };
}

test('a new account sets a password and signs in with it [DG-08]', async () => {
  const { mobile, browser, serviceId } = await newcomer();
  const answer = await set(browser, serviceId);
  expect(answer).toMatchObject({ status: 200, code: 0, data: null });
  expect(readEnvelope(setPassword, { ...answer }).is).toBe('done');
  expect(await services.browser().signIn(mobile, password)).toMatchObject({ code: 0 });
});

test('the person is notified of a first password [ASVS 6.3.7]', async () => {
  const { mobile, browser, serviceId } = await newcomer();
  await set(browser, serviceId);
  await services.backgroundTasks.settled();
  expect(lastMessageTo(mobile)?.text).toMatch(/密码|password/);
  expect(lastMessageTo(mobile)).not.toHaveProperty('code');
});

test('a password can be set once, and never replaces another [AC-29c]', async () => {
  const { mobile, browser, serviceId } = await newcomer();
  await set(browser, serviceId);
  expect(await set(browser, serviceId, sha256Hex('Another-72'))).toMatchObject({
    code: resultCodes.passwordAlreadySet,
  });
  expect(await services.browser().signIn(mobile, 'Another-72')).toMatchObject({ code: resultCodes.wrongCredentials });
});

test('a used password setup stays invalid, even for an account without a password [AC-29c]', async () => {
  const { mobile, browser, serviceId } = await newcomer();
  await set(browser, serviceId);
  await services.database.sql.update(accounts).set({ passwordHash: null }).where(eq(accounts.mobile, mobile));
  expect(await set(browser, serviceId)).toMatchObject({ code: resultCodes.unknownServiceId });
});

test('a password setup does not replace a password that was set concurrently [AC-29c]', async () => {
  const { mobile, serviceId } = await newcomer();
  const db = services.database.sql;
  const [found] = await db
    .select({ session: sessions.id })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.ouid, sessions.account))
    .where(eq(accounts.mobile, mobile));
  const passwordHash = '$argon2id$v=19$m=8,t=1,p=1$c2V0$bWVhbndoaWxl';
  await db.update(accounts).set({ passwordHash }).where(eq(accounts.mobile, mobile));
  expect(await services.stores.passwordSetups.use(serviceId, found!.session, 'another')).toBe('alreadySet');
  const [account] = await db.select().from(accounts).where(eq(accounts.mobile, mobile));
  expect(account?.passwordHash).toBe(passwordHash);
});

test('the password setup is valid for ten minutes [AC-29c]', async () => {
  const [early, late] = [await newcomer(), await newcomer()];
  services.moveClock(minutes(10) - 1);
  expect(await set(early.browser, early.serviceId)).toMatchObject({ code: 0 });
  services.moveClock(1);
  expect(await set(late.browser, late.serviceId)).toMatchObject({ code: resultCodes.unknownServiceId });
});

test('setting a password requires a session, also after signing out [ASVS 8.2.1]', async () => {
  const { browser, serviceId } = await newcomer();
  expect(await set(services.browser(), serviceId)).toMatchObject({ status: 401, code: resultCodes.notSignedIn });
  await browser.post('/user/accounts/logout');
  expect(await set(browser, serviceId)).toMatchObject({ status: 401 });
});

test('a password setup is valid for its own session only [AC-24] [AC-29c]', async () => {
  const [mine, theirs] = [await newcomer(), await newcomer()];
  expect(await set(mine.browser, theirs.serviceId)).toMatchObject({ code: resultCodes.unknownServiceId });
  services.moveClock(minutes(1));
  await commit(mine.browser, mine.mobile, await sendAndVerify(mine.browser, mine.mobile));
  expect(await set(mine.browser, mine.serviceId)).toMatchObject({ code: resultCodes.unknownServiceId });
});

test('the serviceId of the sign-in is not a password setup [AC-29c]', async () => {
  const mobile = String((numbers += 1));
  const browser = services.browser();
  const serviceId = await sendAndVerify(browser, mobile);
  await commit(browser, mobile, serviceId, { agreed: true });
  expect(await set(browser, serviceId)).toMatchObject({ code: resultCodes.unknownServiceId });
});

test('an existing account gets no password setup', async () => {
  const mobile = String((numbers += 1));
  await services.addAccount({ mobile });
  const browser = services.browser();
  const { data } = await commit(browser, mobile, await sendAndVerify(browser, mobile));
  expect(data).not.toHaveProperty('setPwdServiceId');
});

test('a common password is refused as such, and another can be set [ASVS 6.2.4]', async () => {
  const { mobile, browser, serviceId } = await newcomer();
  expect(await set(browser, serviceId, sha256Hex('Password1'))).toMatchObject({
    code: resultCodes.commonPassword,
    message: 'This password is too common. Choose another one.',
  });
  expect(await set(browser, serviceId, sha256Hex(`${mobile}!`))).toMatchObject({ code: resultCodes.commonPassword });
  expect(await set(browser, serviceId)).toMatchObject({ code: 0 });
});

test('one of many concurrent requests sets the password', async () => {
  const { mobile, browser, serviceId } = await newcomer();
  const answers = await concurrently((index) => set(browser, serviceId, sha256Hex(`Lantern-${index}`)));
  const [winner, ...more] = answers.flatMap(({ code }, index) => (code === 0 ? [`Lantern-${index}`] : []));
  expect(more).toEqual([]);
  expect(await services.browser().signIn(mobile, winner!)).toMatchObject({ code: 0 });
});
