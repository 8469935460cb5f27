import { createSoftwareAuthenticator } from '@foyer/sandbox/authenticator/software-authenticator';
import { resultCodes } from '@foyer/contract/result-codes';
import { hours, minutes, seconds } from '@foyer/contract/time';
import { describe, expect, test } from 'vitest';
import { concurrently } from '../../../test/support/concurrently.ts';
import { openNode, testAppForFile } from '../../../test/support/test-app.ts';
import { noCodeLimits } from '../../../test/support/flows/test-binding.ts';
import { contactHelpers } from '../../../test/support/flows/test-contacts.ts';
import { factorHelpers } from '../../../test/support/flows/test-factors.ts';
import { passkeyHelpers } from '../../../test/support/flows/test-passkeys.ts';
import { recoveryHelpers } from '../../../test/support/flows/test-recovery.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import { makeDueContactChanges } from '../../parts/contact-change/make-due-contact-changes.ts';
import { makeDueRecoveries, makeOrDropRecovery, remindOfRecoveries } from '../../parts/recovery/make-due-recoveries.ts';
import { contactsOf } from '../../parts/recovery/recovery.ts';

/** What a recovery waits for, and what stops it. */
const services = await testAppForFile({ sandbox: true, env: noCodeLimits });
const { stores } = services;
const recoveries = recoveryHelpers(services, 13620000000);
const { password, person, signInByCode, askByPassword, askByEmail, lostPhone, waiting } = recoveries;
const { runTask, waitUntilDue, undoHandleSentTo, noticesTo } = recoveries;
const { undo, offer: stopOffer } = contactHelpers(services, 13610000000);
const { submitFactor, makeBackupCodes } = factorHelpers(services);
const { storePasskey, signInWithPasskey, addPasskey } = passkeyHelpers(services);
const done = { code: 0 };
const willBeReset = 'Yunzhang: Your two-step verification will be reset';
const willNotBeReset = 'Yunzhang: Your two-step verification will not be reset';

describe('a recovery is stopped', () => {
  test.each([0, 1, 2])('by the link of notice %i, once, and nothing ends', async (reminders) => {
    const { email, account, audited, stopHandle: first } = await waiting();
    for (const step of [36, 30].slice(0, reminders)) {
      services.moveClock(hours(step));
      await runTask();
    }
    const newest = await undoHandleSentTo(email);
    expect(newest === first).toBe(reminders === 0);
    expect((await stopOffer(first)).data['kind']).toBe('secondFactor');
    expect(await undo(newest)).toMatchObject(done);
    expect(await undo(newest)).toMatchObject({ code: resultCodes.undoExpired });
    expect((await stopOffer(first)).data).toHaveProperty('undoneAt');
    await waitUntilDue();
    expect((await account()).secondFactor).toBe(true);
    expect(await audited()).toEqual(['recoveryStopped', 'recoveryAsked']);
    expect((await noticesTo(email))[0]).toBe(willNotBeReset);
  });

  test('by two presses of its link at the same time, once', async () => {
    const { stopHandle, audited } = await waiting();
    const answers = await concurrently(() => undo(stopHandle));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect((await audited()).filter((type) => type === 'recoveryStopped')).toHaveLength(1);
  });

  test('by the owner who signs in with the factor, or with a passkey', async () => {
    const byApp = await waiting();
    const browser = services.browser();
    const { preServiceId } = (await browser.signIn(byApp.mobile, password)).data;
    expect(await stores.waitingContactChanges.findRecovery(byApp.ouid)).toBeDefined();
    expect(await submitFactor(browser, 'totp', preServiceId, byApp.app())).toMatchObject(done);
    expect(await byApp.audited()).toContain('recoveryStopped');
    const byKey = await waiting();
    expect(await signInWithPasskey(services.browser(), await storePasskey(byKey.ouid))).toMatchObject(done);
    expect(await byKey.audited()).toContain('recoveryStopped');
    await waitUntilDue();
    expect(await byApp.account()).toMatchObject({ secondFactor: true });
    expect(await byKey.account()).toMatchObject({ secondFactor: true });
  });

  test('by the owner who proves in a session that the factor is not lost, but not by the password', async () => {
    const { mobile, app, audited, ouid } = await person();
    const owner = services.browser();
    await submitFactor(owner, 'totp', (await owner.signIn(mobile, password)).data['preServiceId'], app());
    services.moveClock(minutes(1));
    const { browser, preServiceId } = await signInByCode(mobile);
    expect(await askByPassword(browser, preServiceId)).toMatchObject(done);
    expect(await owner.post('/user/accounts/proof/password', { credentials: sha256Hex(password) })).toMatchObject(done);
    expect(await stores.waitingContactChanges.findRecovery(ouid)).toBeDefined();
    expect(await owner.post('/user/accounts/proof/totp', { credentials: app() })).toMatchObject(done);
    expect(await audited()).toContain('recoveryStopped');
  });

  test('by the owner who adds or removes a factor in a session of two: it would be removed', async () => {
    const { mobile, app, ouid, audited } = await person();
    const owner = services.browser();
    await submitFactor(owner, 'totp', (await owner.signIn(mobile, password)).data['preServiceId'], app());
    services.moveClock(minutes(1));
    const { browser, preServiceId } = await signInByCode(mobile);
    expect(await askByPassword(browser, preServiceId)).toMatchObject(done);
    await makeBackupCodes(owner);
    expect(await audited()).toContain('recoveryStopped');
    services.moveClock(minutes(1));
    const again = await signInByCode(mobile);
    expect(await askByPassword(again.browser, again.preServiceId)).toMatchObject(done);
    expect(await addPasskey(owner, createSoftwareAuthenticator())).toMatchObject(done);
    expect((await audited()).filter((type) => type === 'recoveryStopped')).toHaveLength(2);
    services.moveClock(minutes(1));
    const last = await signInByCode(mobile);
    expect(await askByPassword(last.browser, last.preServiceId)).toMatchObject(done);
    const [passkey] = await stores.passkeys.listByAccount(ouid);
    expect(await owner.post(`/user/accounts/passkeys/${passkey!.id}/remove`)).toMatchObject(done);
    expect((await audited()).filter((type) => type === 'recoveryStopped')).toHaveLength(3);
  });

  test('by the owner who closes the account: one factor does not keep it', async () => {
    const { mobile, email, app, account, audited } = await person();
    const owner = services.browser();
    await submitFactor(owner, 'totp', (await owner.signIn(mobile, password)).data['preServiceId'], app());
    services.moveClock(minutes(1));
    const { browser, preServiceId } = await signInByCode(mobile);
    expect(await askByPassword(browser, preServiceId)).toMatchObject(done);
    expect(await owner.post('/user/accounts/closure/request')).toMatchObject(done);
    await waitUntilDue();
    expect((await account()).secondFactor).toBe(true);
    expect(await audited()).toContain('recoveryStopped');
    expect((await services.browser().signIn(email, password)).data).toMatchObject({ loginDoubleCheck: true });
  });

  test('by the link when it is due, and a node that has read it makes nothing', async () => {
    const { stopHandle, ouid, account, audited } = await waiting();
    for (const step of [36, 30]) {
      services.moveClock(hours(step));
      await runTask();
    }
    services.moveClock(hours(6));
    const [read] = (await stores.waitingContactChanges.listDueRecoveries(100)).filter((one) => one.account === ouid);
    expect(await undo(stopHandle)).toMatchObject(done);
    await makeOrDropRecovery(services, read!);
    expect((await account()).secondFactor).toBe(true);
    expect(await audited()).toEqual(['recoveryStopped', 'recoveryAsked']);
  });
});

describe('nothing is reset', () => {
  test('before each of the three notices was sent: a reminder that is late moves the end', async () => {
    const { account, email } = await waiting();
    services.moveClock(hours(500));
    await makeDueRecoveries(services);
    expect((await account()).secondFactor).toBe(true);
    await runTask();
    await runTask();
    expect((await account()).secondFactor).toBe(true);
    services.moveClock(hours(36));
    await runTask();
    expect((await account()).secondFactor).toBe(true);
    services.moveClock(hours(6));
    await runTask();
    expect((await account()).secondFactor).toBe(false);
    expect((await noticesTo(email)).filter((subject) => subject === willBeReset)).toHaveLength(3);
  });

  test('where the notices cannot be sent, and the person can ask again', async () => {
    const { ouid, browser, preServiceId, audited } = await lostPhone();
    services.sandbox.fault.set('down');
    expect(await askByPassword(browser, preServiceId)).toMatchObject({ code: resultCodes.providerError });
    services.sandbox.fault.set('working');
    expect(await stores.waitingContactChanges.listByAccount(ouid)).toEqual([]);
    expect(await audited()).toEqual(['recoveryDropped', 'recoveryAsked']);
    services.moveClock(seconds(10));
    expect(await askByPassword(browser, preServiceId)).toMatchObject(done);
  });

  test('where the process ended before the notices were sent: after ten minutes the person can ask again', async () => {
    const { ouid, account, browser, preServiceId } = await lostPhone();
    const contacts = contactsOf(await account());
    const asked = { account: ouid, kind: 'secondFactor', before: contacts, after: contacts } as const;
    await stores.waitingContactChanges.ask({ ...asked, reason: 'sms, password', askedBy: 'person' });
    services.moveClock(minutes(10) - 1);
    expect(await askByPassword(browser, preServiceId)).toMatchObject({ code: resultCodes.busy });
    services.moveClock(1);
    expect(await askByPassword(browser, preServiceId)).toMatchObject(done);
  });

  test('where the account was disabled meanwhile', async () => {
    const { ouid, account, audited } = await waiting();
    await stores.accounts.disable(ouid);
    await waitUntilDue();
    expect((await account()).secondFactor).toBe(true);
    expect(await audited()).toContain('recoveryDropped');
  });

  test('where it is not offered any more, and no notice says that it will be', async () => {
    const { email, account, audited } = await waiting();
    const node = await openNode(services, { ...noCodeLimits, SANDBOX: 'on', RECOVERY_HOURS: '0' });
    services.moveClock(hours(72));
    await remindOfRecoveries(node);
    await makeDueRecoveries(node);
    await node.backgroundTasks.settled();
    expect((await account()).secondFactor).toBe(true);
    expect(await audited()).toContain('recoveryDropped');
    expect(node.sandbox.outbox.sent(email).map((sent) => 'subject' in sent && sent.subject)).toEqual([willNotBeReset]);
  });

  test('where a contact has changed meanwhile: others were told than those of now', async () => {
    const { ouid, account, audited, email } = await waiting();
    const asked = {
      account: ouid,
      kind: 'email',
      before: email,
      after: `new${email}`,
      reason: 'r',
      askedBy: 'mei',
    } as const;
    const { id } = (await stores.waitingContactChanges.ask(asked))!;
    await stores.waitingContactChanges.start(id, new Date(services.clock.now() + hours(71)));
    services.moveClock(hours(71));
    await makeDueContactChanges(services);
    expect((await account()).email).toBe(`new${email}`);
    await waitUntilDue();
    expect((await account()).secondFactor).toBe(true);
    expect(await audited()).toContain('recoveryDropped');
    expect((await noticesTo(`new${email}`))[0]).toBe(willNotBeReset);
  });

  test('where a contact has changed to and fro meanwhile: the undo of that would bring the number back', async () => {
    const { mobile, email, ouid, account, audited } = await person();
    const browser = services.browser();
    const { preServiceId } = (await browser.signIn(email, password)).data;
    expect(await askByEmail(browser, preServiceId, email)).toMatchObject(done);
    services.moveClock(hours(36));
    await runTask();
    for (const value of [`new${email}`, email])
      expect(await stores.contactChanges.change(ouid, { kind: 'email', value })).toMatchObject({ is: 'changed' });
    for (const step of [30, 6]) {
      services.moveClock(hours(step));
      await runTask();
    }
    expect(await account()).toMatchObject({ mobile, email, secondFactor: true });
    expect(await audited()).toContain('recoveryDropped');
  });

  test('twice: two that are asked for at the same time are one, and many nodes make it once', async () => {
    const { browser, preServiceId, account, audited, ouid } = await lostPhone();
    const answers = await concurrently(() => askByPassword(browser, preServiceId));
    expect(answers.filter(({ code }) => code === 0).length).toBeGreaterThan(0);
    // More than three at once exceed the limit until those that came too late give theirs back.
    const refusals: number[] = [resultCodes.busy, resultCodes.tooManyRequests];
    expect(answers.filter(({ code }) => code !== 0 && !refusals.includes(code) && code < 10000010)).toEqual([]);
    expect(await stores.waitingContactChanges.listByAccount(ouid)).toHaveLength(1);
    services.moveClock(hours(36));
    await concurrently(runTask);
    services.moveClock(hours(30));
    await concurrently(runTask);
    services.moveClock(hours(6));
    await concurrently(runTask);
    expect((await account()).secondFactor).toBe(false);
    expect(await audited()).toEqual(['recoveryMade', 'recoveryAsked']);
  });
});
