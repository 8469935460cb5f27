import { readEnvelope } from '@foyer/contract/call';
import { resultCodes } from '@foyer/contract/result-codes';
import { setPassword } from '@foyer/contract/flows/set-password';
import { minutes } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { cheapPuzzles, codesOf } from '../../../test/support/test-codes.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { sha256 } from '../../../test/support/sha256.ts';
import { passwordOfferStore } from '../../store/password-offers.ts';
import { accounts, sessions } from '../../store/schema/schema.ts';

const services = await testAppForFile({ env: { ...cheapPuzzles, CODES_PER_BROWSER: '100', CODES_PER_ADDRESS: '100' } });
const { prove, commit, lastTo } = codesOf(services);

type Browser = ReturnType<typeof services.browser>;
const password = 'Lantern-71';

let numbers = 13100000000;
const set = (browser: Browser, serviceId: unknown, newPassword = sha256(password)) =>
  browser.put('/v1/sender/setupPwd', { serviceId, newPassword });

async function newcomer() {
  const mobile = String((numbers += 1));
  const browser = services.browser();
  const { data } = await commit(browser, mobile, await prove(browser, mobile), { agreed: true });
  return { mobile, browser, serviceId: String(data['setPwdServiceId']) };
}

test('someone new sets a password and signs in with it from then on [DG-08]', async () => {
  const { mobile, browser, serviceId } = await newcomer();
  const answer = await set(browser, serviceId);
  expect(answer).toMatchObject({ status: 200, code: 0, data: null });
  expect(readEnvelope(setPassword, { ...answer }).is).toBe('done');
  expect(await services.browser().signIn(mobile, password)).toMatchObject({ code: 0 });
});

test('a first password is told to the person by message [ASVS 6.3.7]', async () => {
  const { mobile, browser, serviceId } = await newcomer();
  await set(browser, serviceId);
  await services.backgroundTasks.settled();
  expect(lastTo(mobile)?.text).toMatch(/密码|password/);
  expect(lastTo(mobile)).not.toHaveProperty('code');
});

test('a password can be set once, and not over another [AC-29c]', async () => {
  const { mobile, browser, serviceId } = await newcomer();
  await set(browser, serviceId);
  expect(await set(browser, serviceId, sha256('Another-72'))).toMatchObject({ code: resultCodes.passwordAlreadySet });
  expect(await services.browser().signIn(mobile, 'Another-72')).toMatchObject({ code: resultCodes.wrongCredentials });
});

test('an offer that was used is over, even for an account that has no password any more [AC-29c]', async () => {
  const { mobile, browser, serviceId } = await newcomer();
  await set(browser, serviceId);
  await services.database.sql.update(accounts).set({ passwordHash: null }).where(eq(accounts.mobile, mobile));
  expect(await set(browser, serviceId)).toMatchObject({ code: resultCodes.unknownService });
});

test('an offer sets nothing over a password that was set in the same moment [AC-29c]', async () => {
  const { mobile, serviceId } = await newcomer();
  const db = services.database.sql;
  const [found] = await db
    .select({ session: sessions.id })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.ouid, sessions.account))
    .where(eq(accounts.mobile, mobile));
  await db.update(accounts).set({ passwordHash: 'set meanwhile' }).where(eq(accounts.mobile, mobile));
  const offers = passwordOfferStore(db, services.clock, services.random);
  expect(await offers.take(serviceId, found!.session, 'another')).toBe('alreadySet');
  const [account] = await db.select().from(accounts).where(eq(accounts.mobile, mobile));
  expect(account?.passwordHash).toBe('set meanwhile');
});

test('the offer stands for ten minutes [AC-29c]', async () => {
  const [early, late] = [await newcomer(), await newcomer()];
  services.moveClock(minutes(10) - 1);
  expect(await set(early.browser, early.serviceId)).toMatchObject({ code: 0 });
  services.moveClock(1);
  expect(await set(late.browser, late.serviceId)).toMatchObject({ code: resultCodes.unknownService });
});

test('nobody sets one without a session, or after signing out [ASVS 8.2.1]', async () => {
  const { browser, serviceId } = await newcomer();
  expect(await set(services.browser(), serviceId)).toMatchObject({ status: 401, code: resultCodes.notSignedIn });
  await browser.post('/user/accounts/logout');
  expect(await set(browser, serviceId)).toMatchObject({ status: 401 });
});

test('an offer belongs to its session: not to another person, nor to a later sign-in [AC-24] [AC-29c]', async () => {
  const [mine, theirs] = [await newcomer(), await newcomer()];
  expect(await set(mine.browser, theirs.serviceId)).toMatchObject({ code: resultCodes.unknownService });
  services.moveClock(minutes(1));
  await commit(mine.browser, mine.mobile, await prove(mine.browser, mine.mobile));
  expect(await set(mine.browser, mine.serviceId)).toMatchObject({ code: resultCodes.unknownService });
});

test('the serviceId of the sign-in itself is no offer [AC-29c]', async () => {
  const mobile = String((numbers += 1));
  const browser = services.browser();
  const serviceId = await prove(browser, mobile);
  await commit(browser, mobile, serviceId, { agreed: true });
  expect(await set(browser, serviceId)).toMatchObject({ code: resultCodes.unknownService });
});

test('who has had an account for long is offered nothing', async () => {
  const mobile = String((numbers += 1));
  await services.addAccount({ mobile });
  const browser = services.browser();
  const { data } = await commit(browser, mobile, await prove(browser, mobile));
  expect(data).not.toHaveProperty('setPwdServiceId');
});

test('a common password is refused with the reason, and another may be tried [ASVS 6.2.4]', async () => {
  const { mobile, browser, serviceId } = await newcomer();
  expect(await set(browser, serviceId, sha256('Password1'))).toMatchObject({
    code: resultCodes.commonPassword,
    message: 'This password is too common, please choose another one',
  });
  expect(await set(browser, serviceId, sha256(`${mobile}!`))).toMatchObject({ code: resultCodes.commonPassword });
  expect(await set(browser, serviceId)).toMatchObject({ code: 0 });
});

test('of two hundred at once one sets it', async () => {
  const { mobile, browser, serviceId } = await newcomer();
  const tries = Array.from({ length: 200 }, (_, i) => `Lantern-${i}`);
  const answers = await Promise.all(tries.map((one) => set(browser, serviceId, sha256(one))));
  const [winner, ...more] = tries.filter((_, i) => answers[i]!.code === 0);
  expect(more).toEqual([]);
  expect(await services.browser().signIn(mobile, winner!)).toMatchObject({ code: 0 });
});
