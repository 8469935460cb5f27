import { resultCodes } from '@foyer/contract/result-codes';
import { hours } from '@foyer/contract/time';
import { expect, test } from 'vitest';
import { concurrently } from '../../../test/support/concurrently.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { codeHelpers, codeTestSettings } from '../../../test/support/flows/test-codes.ts';
import { contactHelpers } from '../../../test/support/flows/test-contacts.ts';
import { makeDueContactChanges, makeOrDrop } from '../../parts/contact-change/make-due-contact-changes.ts';

/** Changes of contacts that an operator was asked for. */
const services = await testAppForFile({ env: codeTestSettings });
const { sendAndVerify, sendByHandle, commit, lastMessageTo } = codeHelpers(services);
const { waitingChange, undoHandleSentTo, undo, offer, change, newEmail, isSignedIn, password } = contactHelpers(
  services,
  13670000000,
);
const { waitingContactChanges } = services.stores;

const makeDue = () => makeDueContactChanges(services);
async function subjectsSentTo(address: string) {
  await services.backgroundTasks.settled();
  return services.sandbox.outbox.sent(address).map((sent) => ('subject' in sent ? sent.subject : sent.text));
}

/** What the notice that a change is not made says of the reason. */
async function whyNotMade(address: string) {
  await services.backgroundTasks.settled();
  const [title, why] = services.sandbox.outbox.sent(address)[0]?.text.split('\n\n') ?? [];
  expect(title).toBe('A change to your account will not be made');
  return why;
}

test('nothing changes before the time is over; then the number does, and the earlier contacts can undo it [AC-32c]', async () => {
  const { mobile, email, after, contacts, audited, browser, ouid } = await waitingChange();
  services.moveClock(hours(72) - 1);
  await makeDue();
  expect(await contacts()).toEqual({ mobile, email });

  services.moveClock(1);
  await makeDue();
  expect(await contacts()).toEqual({ mobile: after, email });
  expect(await audited()).toContain('mobileChanged');
  const [row] = await services.stores.audit.listByAccount(ouid);
  expect(row).toMatchObject({ type: 'mobileChanged', actor: 'service', details: { by: 'mei' } });
  expect(await subjectsSentTo(email)).toContain('Yunzhang: Your mobile number was changed');
  expect(services.sandbox.outbox.sent(email)[0]?.text).toContain('Our staff did this.');
  expect(await subjectsSentTo(after)).toEqual([]);
  expect(await undoHandleSentTo(mobile)).toBe(await undoHandleSentTo(email));
  expect(await undo(await undoHandleSentTo(email))).toMatchObject({ code: 0 });
  expect(await contacts()).toEqual({ mobile, email });
  expect(await isSignedIn(browser)).toBe(false);
});

test('a sign-in that waits for a code to the earlier number ends', async () => {
  const { email, ouid } = await waitingChange();
  await services.stores.accounts.setSecondFactor(ouid, true);
  services.moveClock(hours(72));
  const pending = services.browser();
  const { data } = await pending.signIn(email, password);
  expect(data).toMatchObject({ loginDoubleCheck: true });
  await makeDue();
  expect(await sendByHandle(pending, data['preServiceId'], 'LOGIN_DOUBLE_CHECK')).toMatchObject({
    code: resultCodes.unknownServiceId,
  });
});

test('for 72 hours the new number adds nothing to the password or to a code by e-mail', async () => {
  const { ouid, email, after } = await waitingChange();
  await services.stores.accounts.setSecondFactor(ouid, true);
  services.moveClock(hours(72));
  await makeDue();
  async function factorsOfSignIn() {
    const browser = services.browser();
    const { data } = await browser.signIn(email, password);
    const sent = await sendByHandle(browser, data['preServiceId'], 'LOGIN_DOUBLE_CHECK');
    const request = { serviceId: sent.data['serviceId'], credentials: lastMessageTo(after)?.code };
    expect(await browser.post('/sender/verifyLoginDoubleCheck', request)).toMatchObject({ code: 0 });
    const sessions = await services.stores.sessions.listByAccount(ouid);
    return sessions.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())[0]?.factors;
  }
  expect(await factorsOfSignIn()).toEqual(['password']);
  expect((await services.stores.accounts.findByOuid(ouid))?.newFactors['sms']?.by).toContain('mail');
  services.moveClock(hours(72));
  expect(await factorsOfSignIn()).toEqual(['password', 'sms']);
});

test('the link of the notice stops it, once, and nothing else ends', async () => {
  const { mobile, email, stopHandle, contacts, audited, browser } = await waitingChange();
  expect(await offer(stopHandle)).toMatchObject({
    code: 0,
    data: { kind: 'mobile', before: expect.stringContaining('*'), after: expect.stringContaining('*') },
  });
  expect((await offer(stopHandle)).data['takesPlaceAt']).toBe(new Date(services.clock.now() + hours(72)).toISOString());
  expect(await undo(stopHandle)).toMatchObject({ code: 0, data: null });
  expect(await isSignedIn(browser)).toBe(true);
  expect((await offer(stopHandle)).data).toHaveProperty('undoneAt');
  expect(await undo(stopHandle)).toMatchObject({ code: resultCodes.undoExpired });
  services.moveClock(hours(73));
  await makeDue();
  expect(await contacts()).toEqual({ mobile, email });
  expect((await audited()).filter((type) => type === 'contactChangeStopped')).toHaveLength(1);
  expect(await whyNotMade(email)).toBe('It was stopped by the link in our notice about it.');
});

test('halfway through the time the person is told again, once, and either link stops it', async () => {
  const people = [await waitingChange(), await waitingChange()];
  const askedAgain = async ({ email }: (typeof people)[number]) =>
    (await subjectsSentTo(email)).filter((subject) => subject.includes('asked to change your mobile number')).length;
  services.moveClock(hours(36) - 1);
  await makeDue();
  expect(await Promise.all(people.map(askedAgain))).toEqual([0, 0]);
  services.moveClock(1);
  await concurrently(makeDue);
  expect(await Promise.all(people.map(askedAgain))).toEqual([1, 1]);
  const [first, second] = people as [(typeof people)[0], (typeof people)[0]];
  const handle = await undoHandleSentTo(first.mobile);
  expect(handle).not.toBe(first.stopHandle);
  expect((await offer(handle)).data['takesPlaceAt']).toBe(new Date(services.clock.now() + hours(36)).toISOString());
  for (const link of [handle, second.stopHandle]) expect(await undo(link)).toMatchObject({ code: 0 });
  for (const { stopHandle } of people) expect((await offer(stopHandle)).data).toHaveProperty('undoneAt');
  services.moveClock(hours(36));
  await makeDue();
  for (const { mobile, contacts } of people) expect((await contacts()).mobile).toBe(mobile);
});

test('the link stops it also when the time is over, as long as it was not made', async () => {
  const { mobile, stopHandle, contacts } = await waitingChange();
  services.moveClock(hours(80));
  expect(await undo(stopHandle)).toMatchObject({ code: 0 });
  await makeDue();
  expect((await contacts()).mobile).toBe(mobile);
});

test('once it is made, the link of the first notice says that it has expired', async () => {
  const { stopHandle } = await waitingChange();
  services.moveClock(hours(72));
  await makeDue();
  expect(await offer(stopHandle)).toMatchObject({ code: resultCodes.undoExpired });
  expect(await undo(stopHandle)).toMatchObject({ code: resultCodes.undoExpired });
});

test('a number that another account has got meanwhile stays there, and the person learns of it', async () => {
  const { mobile, email, after, contacts, audited, ouid } = await waitingChange();
  const other = await services.addAccount({ mobile: after });
  services.moveClock(hours(72));
  await makeDue();
  expect(await contacts()).toEqual({ mobile, email });
  expect((await services.stores.accounts.findByOuid(other))?.mobile).toBe(after);
  expect(await audited()).toContain('contactChangeDropped');
  const [dropped] = await services.stores.audit.listByAccount(ouid);
  expect(dropped?.details).toMatchObject({ result: 'contactTaken' });
  expect(await whyNotMade(email)).toBe('Another account uses the new number or address now.');
});

test('a number that the person has changed meanwhile stays', async () => {
  const { ouid, contacts, audited, mobile, email } = await waitingChange();
  await services.stores.contactChanges.change(ouid, { kind: 'mobile', value: `${Number(mobile) + 5_000_000}` });
  services.moveClock(hours(72));
  await makeDue();
  expect((await contacts()).mobile).toBe(`${Number(mobile) + 5_000_000}`);
  expect(await audited()).toContain('contactChangeDropped');
  expect(await whyNotMade(email)).toMatch(/^The number or address that it was about has been changed/);
});

test('a change of the address leaves a waiting change of the number as it is', async () => {
  const { browser, after, contacts } = await waitingChange();
  const next = newEmail();
  expect(await change(browser, next)).toMatchObject({ code: 0 });
  services.moveClock(hours(72));
  await makeDue();
  expect(await contacts()).toEqual({ mobile: after, email: next });
});

test('an undo of another change stops it too', async () => {
  const { browser, ouid, mobile, email, contacts } = await waitingChange();
  expect(await change(browser, newEmail())).toMatchObject({ code: 0 });
  expect(await undo(await undoHandleSentTo(email))).toMatchObject({ code: 0 });
  expect(await waitingContactChanges.listByAccount(ouid)).toEqual([]);
  services.moveClock(hours(72));
  await makeDue();
  expect(await contacts()).toEqual({ mobile, email });
});

test('one whose notices were not sent never takes place', async () => {
  const { ouid, email, contacts } = await waitingChange();
  const asked = { account: ouid, kind: 'email', before: email, after: null, reason: 'r', askedBy: 'mei' } as const;
  await waitingContactChanges.ask(asked);
  services.moveClock(hours(1000));
  await makeDue();
  expect((await contacts()).email).toBe(email);
  expect(await waitingContactChanges.listByAccount(ouid)).toMatchObject([{ kind: 'email', dueAt: null }]);
});

test('many nodes make it once', async () => {
  const { after, contacts, audited } = await waitingChange();
  services.moveClock(hours(72));
  await concurrently(makeDue);
  expect((await contacts()).mobile).toBe(after);
  expect((await audited()).filter((type) => type === 'mobileChanged')).toHaveLength(1);
});

test('one that is stopped after a node has read it is neither made nor dropped', async () => {
  const { mobile, email, stopHandle, contacts, audited } = await waitingChange();
  services.moveClock(hours(72));
  const [read] = await waitingContactChanges.listDue(1);
  expect(await undo(stopHandle)).toMatchObject({ code: 0 });
  await makeOrDrop(services, read!);
  expect(await contacts()).toEqual({ mobile, email });
  expect(await audited()).toEqual(['contactChangeStopped', 'signIn']);
});

test('a person signs in with a code to the new number', async () => {
  const { after, ouid } = await waitingChange();
  services.moveClock(hours(72));
  await makeDue();
  const browser = services.browser();
  const serviceId = await sendAndVerify(browser, after);
  expect(await commit(browser, after, serviceId, { agreed: true })).toMatchObject({ code: 0, data: { ouid } });
});
