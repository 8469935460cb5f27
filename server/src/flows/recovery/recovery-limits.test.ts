import { resultCodes } from '@foyer/contract/result-codes';
import { hours, minutes } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { sameBrowser } from '../../../test/support/flows/people-commands.ts';
import { signInWalks } from '../../../test/support/flows/sign-in-walks.ts';
import { openNode, testAppForFile } from '../../../test/support/test-app.ts';
import { noCodeLimits } from '../../../test/support/flows/test-binding.ts';
import { codeHelpers } from '../../../test/support/flows/test-codes.ts';
import { contactHelpers } from '../../../test/support/flows/test-contacts.ts';
import { testMailServer } from '../../../test/support/flows/test-mail.ts';
import { recoveryHelpers } from '../../../test/support/flows/test-recovery.ts';
import { hashBrowserId } from '../../http/answers/cookies.ts';
import { knownBrowsers } from '../../store/schema/browser-schema.ts';
import { accounts } from '../../store/schema/schema.ts';

/** What keeps others from asking for a recovery. */
const services = await testAppForFile({ sandbox: true, env: noCodeLimits });
const { stores } = services;
const { password, person, offer, askByPassword, signInByCode, lostPhone, undoHandleSentTo, noticesTo } =
  recoveryHelpers(services, 13590000000);
const { undo } = contactHelpers(services, 13580000000);
const { byScan, linkedByCode } = signInWalks(services, 13570000000);
const mailOnly = await testMailServer();
const db = services.database.sql;
const { sendByHandle, lastMessageTo } = codeHelpers(services);
const done = { code: 0 };
const willBeReset = 'Yunzhang: Your two-step verification will be reset';

describe('a thief of one factor', () => {
  test('of the password cannot ask: a code to the mailbox is needed', async () => {
    const { mobile, email, audited } = await person();
    const browser = services.browser();
    const { preServiceId } = (await browser.signIn(mobile, password)).data;
    const sent = await sendByHandle(browser, preServiceId, 'RECOVER_FACTOR', 'email');
    const right = String(lastMessageTo(email)?.code);
    const wrong = right === '000000' ? '000001' : '000000';
    const request = { preServiceId, proof: 'email', serviceId: sent.data['serviceId'], credentials: wrong };
    expect(await browser.post('/user/accounts/recovery', request)).toMatchObject({ code: resultCodes.wrongCode });
    expect(await audited()).not.toContain('recoveryAsked');
  });

  test('of the password does not use a code that was sent for another sign-in, nor to an earlier address', async () => {
    const { email, ouid } = await person();
    const browser = services.browser();
    const { preServiceId } = (await browser.signIn(email, password)).data;
    const another = (await browser.signIn(email, password)).data['preServiceId'];
    const sent = await sendByHandle(browser, preServiceId, 'RECOVER_FACTOR', 'email');
    const code = { serviceId: sent.data['serviceId'], credentials: lastMessageTo(email)?.code };
    const unknown = { code: resultCodes.unknownServiceId };
    const askIn = (handle: unknown) =>
      browser.post('/user/accounts/recovery', { preServiceId: handle, proof: 'email', ...code });
    expect(await askIn(another)).toMatchObject(unknown);
    await stores.contactChanges.change(ouid, { kind: 'email', value: `new${email}` });
    expect(await askIn(preServiceId)).toMatchObject(unknown);
  });

  test('of the mailbox cannot ask with a password that a code to it has just set', async () => {
    const { email, ouid } = await person();
    const { newFactors } = (await stores.accounts.findByOuid(ouid))!;
    expect(newFactors).toEqual({});
    const until = new Date(services.clock.now() + hours(72)).toISOString();
    await stores.accounts.setNewFactor(ouid, 'password', { by: ['mail'], until });
    const { browser, preServiceId } = await signInByCode(email);
    expect((await offer(browser, preServiceId)).data['proofs']).toEqual([]);
    expect(await askByPassword(browser, preServiceId)).toMatchObject({ code: resultCodes.forbidden });
    services.moveClock(hours(72));
    const later = await signInByCode(email);
    expect((await offer(later.browser, later.preServiceId)).data['proofs']).toEqual(['password']);
  });

  test.each(['email', 'mobile'] as const)(
    'of the only contact, who reads every notice, never asks with a password that a code to it has set: %s',
    async (kind) => {
      const lost = await person({ [kind === 'email' ? 'mobile' : 'email']: null });
      const until = new Date(services.clock.now() + hours(72)).toISOString();
      const by = [kind === 'email' ? 'mail' : 'sms'];
      await stores.accounts.setNewFactor(lost.ouid, 'password', { by, until });
      services.moveClock(hours(100));
      const { browser, preServiceId } = await signInByCode(lost[kind]);
      expect((await offer(browser, preServiceId)).data['proofs']).toEqual([]);
      expect(await askByPassword(browser, preServiceId)).toMatchObject({ code: resultCodes.forbidden });
      const byPassword = services.browser();
      const { data } = await byPassword.signIn(lost[kind], password);
      expect((await offer(byPassword, data['preServiceId'])).data['proofs']).toEqual([]);
    },
  );

  test('of the only contact never asks with an app that a code to it has linked', async () => {
    const { mobile, email, ouid } = await person();
    await stores.accounts.setSecondFactor(ouid, false);
    const { owner } = await linkedByCode({ mobile });
    await db.update(accounts).set({ mobile: null, secondFactor: true }).where(eq(accounts.ouid, ouid));
    const until = new Date(services.clock.now() + hours(72)).toISOString();
    await stores.accounts.setNewFactor(ouid, 'wechat', { by: ['mail'], until });
    // In a session of that app.
    await stores.accounts.setNewFactor(ouid, 'password', { by: ['wechat'], until });
    services.moveClock(hours(100));
    const byApp = await byScan(owner);
    expect((await offer(byApp.browser, byApp.preServiceId)).data['proofs']).toEqual([]);
    const byMail = await signInByCode(email);
    expect((await offer(byMail.browser, byMail.preServiceId)).data['proofs']).toEqual([]);
  });

  test('of an app does not guess the password where no contact would learn of it', async () => {
    const { mobile, ouid } = await person({ email: null });
    await stores.accounts.setSecondFactor(ouid, false);
    const { owner } = await linkedByCode({ mobile });
    await db.update(accounts).set({ mobile: null, secondFactor: true }).where(eq(accounts.ouid, ouid));
    const { browser, preServiceId } = await byScan(owner);
    expect((await offer(browser, preServiceId)).data['proofs']).toEqual([]);
    expect(await askByPassword(browser, preServiceId, 'Wrong-2026')).toMatchObject({ code: resultCodes.forbidden });
  });

  test('of the mailbox, where text messages are not sent, never asks with a password that a code to it has set', async () => {
    const { email, ouid } = await person();
    const until = new Date(services.clock.now() + hours(72)).toISOString();
    await stores.accounts.setNewFactor(ouid, 'password', { by: ['mail'], until });
    services.moveClock(hours(100));
    const pending = await signInByCode(email);
    const node = await openNode(services, mailOnly.env);
    const browser = sameBrowser(node, pending.browser);
    expect((await offer(browser, pending.preServiceId)).data['proofs']).toEqual([]);
    expect(await askByPassword(browser, pending.preServiceId)).toMatchObject({ code: resultCodes.forbidden });
  });

  test('of the mailbox does not ask with it where the number receives nothing', async () => {
    const { email, ouid } = await person({ mobile: '+85251230001' });
    const until = new Date(services.clock.now() + hours(72)).toISOString();
    await stores.accounts.setNewFactor(ouid, 'password', { by: ['mail'], until });
    services.moveClock(hours(100));
    const { browser, preServiceId } = await signInByCode(email);
    expect(await askByPassword(browser, preServiceId)).toMatchObject({ code: resultCodes.providerError });
    expect(await stores.waitingContactChanges.findRecovery(ouid)).toBeUndefined();
  });

  test('guesses passwords no longer than at a sign-in', async () => {
    const { browser, preServiceId, audited } = await lostPhone();
    const codes: number[] = [];
    for (let guess = 0; guess < 6; guess += 1) {
      codes.push((await askByPassword(browser, preServiceId, `Wrong-${guess}`)).code);
      services.moveClock(minutes(1));
    }
    expect(codes.slice(0, 4)).toEqual(Array(4).fill(resultCodes.wrongCredentials));
    expect(codes.slice(4)).toEqual([resultCodes.lockedOut, resultCodes.lockedOut]);
    expect(await audited()).toContain('proofFailed');
  });

  test('guesses ten passwords an hour from many networks, on two nodes, and the owner goes on in a known browser', async () => {
    const { email, ouid } = await person({ mobile: null });
    const nodes = [services, await openNode(services, { SANDBOX: 'on', ...noCodeLimits })];
    const owner = await signInByCode(email);
    services.moveClock(minutes(1));
    const thief = await signInByCode(email);
    const codes: number[] = [];
    for (let guess = 0; guess < 12; guess += 1) {
      const elsewhere = sameBrowser(nodes[guess % 2]!, thief.browser);
      codes.push((await askByPassword(elsewhere, thief.preServiceId, `Wrong-${guess}`)).code);
    }
    expect(codes).toEqual([
      ...Array(10).fill(resultCodes.wrongCredentials),
      ...Array(2).fill(resultCodes.tooManyRequests),
    ]);
    expect(await askByPassword(thief.browser, thief.preServiceId)).toMatchObject({ code: resultCodes.tooManyRequests });
    const browserId = hashBrowserId(owner.browser.jar.get('foyer_browser')!);
    await db.insert(knownBrowsers).values({ account: ouid, browserId, lastSeenAt: new Date(services.clock.now()) });
    expect(await askByPassword(owner.browser, owner.preServiceId)).toMatchObject(done);
  });

  test('of a session cannot ask in a step-up, whose first factor may be days old', async () => {
    const { email, ouid } = await person();
    await stores.accounts.setSecondFactor(ouid, false);
    const browser = services.browser();
    expect(await browser.signIn(email, password)).toMatchObject({ data: { loginDoubleCheck: false } });
    const { preServiceId } = (await browser.post('/sender/startLoginDoubleCheck')).data;
    expect((await offer(browser, preServiceId)).data['proofs']).toEqual([]);
  });

  test('of a disabled account cannot ask in a sign-in that has begun before', async () => {
    const { ouid, ask } = await lostPhone();
    await stores.accounts.disable(ouid);
    expect(await ask()).toMatchObject({ code: resultCodes.forbidden });
  });

  test('does not use the handle of a sign-in in another browser', async () => {
    const { preServiceId } = await lostPhone();
    expect(await offer(services.browser(), preServiceId)).toMatchObject({ code: resultCodes.unknownServiceId });
    expect(await askByPassword(services.browser(), preServiceId)).toMatchObject({
      code: resultCodes.unknownServiceId,
    });
  });
});

test('a fourth recovery in 30 days is refused', async () => {
  const { mobile, email } = await person();
  for (let asked = 1; asked <= 4; asked += 1) {
    const { browser, preServiceId } = await signInByCode(mobile);
    const answer = await askByPassword(browser, preServiceId);
    expect(answer).toMatchObject({ code: asked <= 3 ? 0 : resultCodes.tooManyRequests });
    if (asked <= 3) expect(await undo(await undoHandleSentTo(email))).toMatchObject(done);
    services.moveClock(minutes(1));
  }
});

test('one that waits already answers when it takes place, without another proof', async () => {
  const { mobile, email, ask } = await lostPhone();
  const first = await ask();
  services.moveClock(minutes(5));
  const { browser, preServiceId } = await signInByCode(mobile);
  expect((await offer(browser, preServiceId)).data['takesPlaceAt']).toBe(first.data['takesPlaceAt']);
  expect(await askByPassword(browser, preServiceId, 'Wrong-2026')).toMatchObject({ code: 0, data: first.data });
  expect((await noticesTo(email)).filter((subject) => subject === willBeReset)).toHaveLength(1);
});

test('RECOVERY_HOURS=0 sends everyone to support', async () => {
  const node = await openNode(services, { SANDBOX: 'on', RECOVERY_HOURS: '0', ...noCodeLimits });
  const own = recoveryHelpers(node, 13630000000);
  const { browser, preServiceId } = await own.lostPhone();
  expect((await own.offer(browser, preServiceId)).data).toMatchObject({ proofs: [], hours: 0 });
  expect(await own.askByPassword(browser, preServiceId)).toMatchObject({ code: resultCodes.forbidden });
});
