import { resultCodes } from '@foyer/contract/result-codes';
import { days, minutes } from '@foyer/contract/time';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { concurrently } from '../../../test/support/concurrently.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { codeHelpers, codeTestSettings } from '../../../test/support/flows/test-codes.ts';
import { contactHelpers } from '../../../test/support/flows/test-contacts.ts';
import { factorHelpers } from '../../../test/support/flows/test-factors.ts';
import { eraseClosedAccounts } from '../../parts/account-closure/erase-closed-accounts.ts';
import { accounts } from '../../store/schema/schema.ts';

/** Undos of changes whose earlier contact belongs to another account now [D-50]. */
const services = await testAppForFile({ env: codeTestSettings });
const { sendAndVerify, sendByHandle, commit, lastMessageTo } = codeHelpers(services);
const { addAuthenticator, submitFactor } = factorHelpers(services);
const { password, newMobile, newEmail, signedInPerson, change, undoHandleSentTo, undo, offer, isSignedIn } =
  contactHelpers(services, 13680000000);
const { needsContactCode, contactTaken, undoExpired, unknownServiceId, wrongCode } = resultCodes;
type Browser = ReturnType<typeof services.browser>;

async function sendUndoCode(browser: Browser, handle: unknown, contact: string) {
  services.moveClock(minutes(1));
  const sent = await sendByHandle(browser, handle, 'UNDO_CONTACT', contact.includes('@') ? 'email' : 'mobile');
  expect(sent).toMatchObject({ code: 0 });
  return { serviceId: sent.data['serviceId'], credentials: lastMessageTo(contact)?.code };
}

async function undoWithCode(handle: unknown, contact: string, browser = services.browser()) {
  return undo(handle, { browser, ...(await sendUndoCode(browser, handle, contact)) });
}

/** Another person makes an account with a number or an address that is free again. */
async function newAccountWith(contact: string) {
  services.moveClock(minutes(1));
  const browser = services.browser();
  const serviceId = await sendAndVerify(browser, contact);
  const committed = await commit(browser, contact, serviceId, { agreed: true });
  expect(committed).toMatchObject({ code: 0, data: { newUser: true } });
  const ouid = String(committed.data['ouid']);
  const stored = () => services.stores.accounts.findByOuid(ouid);
  const audited = async () => (await services.stores.audit.listByAccount(ouid)).map(({ type }) => type);
  return { browser, ouid, stored, audited };
}

/** A person whose earlier address has another account now, with the link of the notice. */
async function takenAddress() {
  const person = await signedInPerson();
  await change(person.browser, newEmail());
  const handle = await undoHandleSentTo(person.email);
  return { ...person, handle, other: await newAccountWith(person.email) };
}

test('the link alone takes nothing from an account that was made with the address since [D-50] [AC-32b]', async () => {
  const { email, handle, other, contacts, browser } = await takenAddress();
  expect(await undo(handle)).toMatchObject({
    code: needsContactCode,
    data: { kind: 'email', contact: expect.stringMatching(/^c\*+/) },
  });
  expect(await other.stored()).toMatchObject({ email, closesAt: null });
  expect([await isSignedIn(other.browser), await isSignedIn(browser)]).toEqual([true, true]);
  expect((await contacts()).email).not.toBe(email);
  expect((await offer(handle)).data).not.toHaveProperty('undoneAt');
});

test('with a code to the address it goes back, and the other account closes in 14 days [D-50]', async () => {
  const { email, handle, other, contacts } = await takenAddress();
  expect(await undoWithCode(handle, email)).toMatchObject({ code: 0, data: null });
  expect((await contacts()).email).toBe(email);
  const closesAt = new Date(services.clock.now() + days(14));
  expect(await other.stored()).toMatchObject({ email: null, mobile: null, closesAt });
  expect(await isSignedIn(other.browser)).toBe(false);
  expect(await other.audited()).toEqual(expect.arrayContaining(['emailChanged', 'closureRequested']));
  await services.backgroundTasks.settled();
  const subjects = services.sandbox.outbox.sent(email).map((sent) => ('subject' in sent ? sent.subject : ''));
  expect(subjects).toContainEqual(expect.stringContaining('Your account will be closed'));
  services.moveClock(days(14));
  await eraseClosedAccounts(services);
  expect(await other.audited()).toContain('accountErased');
});

test('the other account can be kept by another way in [D-50]', async () => {
  const { email, handle, other } = await takenAddress();
  const link = [{ provider: 'wechat', subject: `openid-${other.ouid}` }];
  await services.stores.identities.link(other.ouid, link);
  expect(await undoWithCode(handle, email)).toMatchObject({ code: 0 });
  expect(await services.stores.identities.find(link)).toMatchObject({ account: other.ouid });
  expect(await services.stores.accounts.keep(other.ouid)).toBe(true);
  expect(await other.stored()).toMatchObject({ email: null, closesAt: null });
});

test('a code of another browser, another link or another purpose undoes nothing, and a wrong one is counted [AC-19] [AC-24]', async () => {
  const { email, handle, other } = await takenAddress();
  const mine = services.browser();
  const sent = await sendUndoCode(mine, handle, email);
  expect(await undo(handle, { browser: services.browser(), ...sent })).toMatchObject({ code: unknownServiceId });
  const wrong = { ...sent, credentials: sent.credentials === '000000' ? '000001' : '000000' };
  expect(await undo(handle, { browser: mine, ...wrong })).toMatchObject({ code: wrongCode, data: { attemptsLeft: 3 } });
  services.moveClock(minutes(1));
  const login = services.browser();
  const serviceId = await sendAndVerify(login, email);
  const used = { browser: login, serviceId, credentials: lastMessageTo(email)?.code };
  expect(await undo(handle, used)).toMatchObject({ code: unknownServiceId });

  const second = await signedInPerson();
  await change(second.browser, newEmail());
  const otherHandle = await undoHandleSentTo(second.email);
  await newAccountWith(second.email);
  expect(await undo(otherHandle, { browser: mine, ...sent })).toMatchObject({ code: needsContactCode });
  expect(await other.stored()).toMatchObject({ email, closesAt: null });
});

test('a code is sent only for a link that can still undo', async () => {
  const { browser, email } = await signedInPerson();
  await change(browser, newEmail());
  const handle = await undoHandleSentTo(email);
  expect(await undo(handle)).toMatchObject({ code: 0 });
  services.moveClock(minutes(1));
  for (const used of [handle, 'x'.repeat(22)])
    expect(await sendByHandle(services.browser(), used, 'UNDO_CONTACT', 'email')).toMatchObject({
      code: unknownServiceId,
    });
});

test('one of many undos at once closes the account, and the others say that the link is used [AC-20]', async () => {
  const { email, handle, other, audited } = await takenAddress();
  const browser = services.browser();
  const sent = await sendUndoCode(browser, handle, email);
  const answers = await concurrently(() => undo(handle, { browser, ...sent }));
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
  expect((await audited()).filter((type) => type === 'contactChangeUndone')).toHaveLength(1);
  expect((await other.audited()).filter((type) => type === 'closureRequested')).toHaveLength(1);
  expect(await undo(handle, { browser, ...sent })).toMatchObject({ code: undoExpired });
});

test('a sign-in to the other account that has its code already gets nothing after the undo', async () => {
  const { email, handle, other, ouid } = await takenAddress();
  services.moveClock(minutes(1));
  const visitor = services.browser();
  const serviceId = await sendAndVerify(visitor, email);
  expect(await undoWithCode(handle, email)).toMatchObject({ code: 0 });
  const { data } = await commit(visitor, email, serviceId, { agreed: true });
  expect(data).toMatchObject({ ouid });
  expect(data['ouid']).not.toBe(other.ouid);
});

test('an undo that restores a number and an address needs a code to each that has another account [D-50]', async () => {
  const { browser, mobile, email, contacts } = await signedInPerson();
  await change(browser, newMobile());
  const handle = await undoHandleSentTo(mobile);
  services.moveClock(minutes(1));
  await change(browser, newEmail());
  const others = [await newAccountWith(mobile), await newAccountWith(email)];
  const mine = services.browser();
  expect(await undoWithCode(handle, mobile, mine)).toMatchObject({ code: needsContactCode, data: { kind: 'email' } });
  expect(await others[0]!.stored()).toMatchObject({ mobile, closesAt: null });
  expect(await undoWithCode(handle, email, mine)).toMatchObject({ code: 0 });
  expect(await contacts()).toEqual({ mobile, email });
});

test('an account whose 14 days are over needs no code: it counts as erased', async () => {
  const { email, handle, other, contacts } = await takenAddress();
  const closesAt = new Date(services.clock.now());
  await services.database.sql.update(accounts).set({ closesAt }).where(eq(accounts.ouid, other.ouid));
  expect(await undo(handle)).toMatchObject({ code: 0 });
  expect((await contacts()).email).toBe(email);
});

test('an undo that takes a number from another account tells its owner, and says nothing about who undid the change', async () => {
  const [one, other] = [await signedInPerson(), await signedInPerson()];
  await change(one.browser, newMobile());
  const handle = await undoHandleSentTo(one.mobile);
  expect(await change(other.browser, one.mobile)).toMatchObject({ code: 0 });
  expect(await undoWithCode(handle, one.mobile)).toMatchObject({ code: 0 });
  expect((await other.contacts()).mobile).toBeNull();
  const [removed] = await services.stores.audit.listByAccount(other.ouid);
  expect(removed).toMatchObject({ type: 'mobileChanged', actor: 'service', maskedIp: '', device: '' });
  await services.backgroundTasks.settled();
  const [mail] = services.sandbox.outbox.sent(other.email);
  expect(mail).toMatchObject({ subject: expect.stringContaining('Your mobile number was removed') });
  expect(mail?.text).not.toContain('Chrome');
});

test('an undo that takes the number of a second factor ends what relied on it, and its owner learns of it', async () => {
  const [one, other] = [await signedInPerson(), await signedInPerson()];
  await change(one.browser, newMobile());
  const handle = await undoHandleSentTo(one.mobile);
  expect(await change(other.browser, one.mobile)).toMatchObject({ code: 0 });
  await services.stores.accounts.setSecondFactor(other.ouid, true);
  await services.stores.trustedBrowsers.trust(other.ouid, { browserId: 'b', token: undefined, device: 'Chrome' });
  const visitor = services.browser();
  const { data } = await visitor.signIn(other.email, password);
  expect(data).toMatchObject({ loginDoubleCheck: true });
  expect(await undoWithCode(handle, one.mobile)).toMatchObject({ code: 0 });
  const sent = await sendByHandle(visitor, data['preServiceId'], 'LOGIN_DOUBLE_CHECK');
  expect(sent).toMatchObject({ code: unknownServiceId });
  expect(await services.stores.trustedBrowsers.listByAccount(other.ouid, {})).toEqual([]);
  const types = (await services.stores.audit.listByAccount(other.ouid)).map(({ type }) => type);
  expect(types).toEqual(expect.arrayContaining(['mobileChanged', 'secondFactorOff']));
  await services.backgroundTasks.settled();
  const subjects = services.sandbox.outbox.sent(other.email).map((mail) => ('subject' in mail ? mail.subject : ''));
  expect(subjects.filter((subject) => /turned off|switched off/i.test(subject))).toHaveLength(1);
});

test('a sign-in to the other account that waits for its app does not go on after the undo', async () => {
  const [one, other] = [await signedInPerson(), await signedInPerson()];
  await change(one.browser, newMobile());
  const handle = await undoHandleSentTo(one.mobile);
  expect(await change(other.browser, one.mobile)).toMatchObject({ code: 0 });
  const code = await addAuthenticator(other.ouid);
  await services.stores.accounts.setSecondFactor(other.ouid, true);
  const visitor = services.browser();
  const { data } = await visitor.signIn(other.email, password);
  expect(await undoWithCode(handle, one.mobile)).toMatchObject({ code: 0 });
  expect(await submitFactor(visitor, 'totp', data['preServiceId'], code())).toMatchObject({ code: unknownServiceId });
});

test.runIf(process.env['TEST_DATABASE_URL'])(
  'an undo asks for a code where an account gets the address at this moment [D-50]',
  async () => {
    const { browser, email, contacts } = await signedInPerson();
    await change(browser, newEmail());
    const handle = await undoHandleSentTo(email);
    services.moveClock(minutes(1));
    const { sql: db } = services.database;
    const waiting = db
      .select({ one: sql`1` })
      .from(sql`pg_stat_activity`)
      .where(sql`datname = current_database() and wait_event_type = 'Lock'`);
    const { undone } = await db.transaction(async (tx) => {
      await tx.insert(accounts).values({ ouid: 'at-this-moment', email, createdAt: new Date(services.clock.now()) });
      const undoing = undo(handle);
      await expect.poll(async () => (await waiting).length).toBe(1);
      return { undone: undoing };
    });
    expect(await undone).toMatchObject({ code: needsContactCode, data: { kind: 'email' } });
    expect((await contacts()).email).not.toBe(email);
  },
);

test('an undo leaves an older account its only address, and says so', async () => {
  const [one, other] = [await signedInPerson(), await signedInPerson({ mobile: null })];
  await change(one.browser, newEmail());
  const handle = await undoHandleSentTo(one.email);
  expect(await change(other.browser, one.email)).toMatchObject({ code: 0 });
  expect(await undo(handle)).toMatchObject({ code: contactTaken, data: { kind: 'email' } });
  expect((await other.contacts()).email).toBe(one.email);
  expect(await isSignedIn(one.browser)).toBe(true);
});
