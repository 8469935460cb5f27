import { resultCodes } from '@foyer/contract/result-codes';
import { hours, minutes } from '@foyer/contract/time';
import { describe, expect, test } from 'vitest';
import { openNode, testAppForFile } from '../../../test/support/test-app.ts';
import { noCodeLimits } from '../../../test/support/flows/test-binding.ts';
import { contactHelpers } from '../../../test/support/flows/test-contacts.ts';
import { factorHelpers } from '../../../test/support/flows/test-factors.ts';
import { passkeyHelpers } from '../../../test/support/flows/test-passkeys.ts';
import { recoveryHelpers } from '../../../test/support/flows/test-recovery.ts';

const services = await testAppForFile({ sandbox: true, env: noCodeLimits });
const { stores } = services;
const recoveries = recoveryHelpers(services, 13660000000);
const { password, person, offer, askByPassword, askByEmail, signInByCode, lostPhone } = recoveries;
const { setPasswordByCode, runTask, waitUntilDue, undoHandleSentTo, noticesTo } = recoveries;
const { undo, offer: stopOffer, isSignedIn } = contactHelpers(services, 13650000000);
const { addBackupCodes } = factorHelpers(services);
const { storePasskey } = passkeyHelpers(services);
const willBeReset = 'Yunzhang: Your two-step verification will be reset';
const done = { code: 0 };

describe('a person who has lost the app', () => {
  test('proves a second thing, is told three times, and signs in with one factor after 72 hours', async () => {
    const { ouid, mobile, email, browser, preServiceId, account, audited } = await lostPhone();
    await addBackupCodes(ouid, ['abcde12345']);
    await storePasskey(ouid);
    expect(await offer(browser, preServiceId)).toMatchObject({ data: { hours: 72, proofs: ['password', 'email'] } });
    const takesPlaceAt = new Date(services.clock.now() + hours(72)).toISOString();
    expect(await askByPassword(browser, preServiceId)).toMatchObject({ code: 0, data: { takesPlaceAt } });
    expect(browser.jar.has('foyer_session')).toBe(false);
    expect(await noticesTo(email)).toEqual([willBeReset]);
    expect(await noticesTo(mobile)).toHaveLength(2);

    for (const [step, reminders] of [
      [hours(36) - 1, 1],
      [1, 2],
      [hours(30) - 1, 2],
      [1, 3],
      [hours(6) - 1, 3],
    ] as const) {
      services.moveClock(step);
      await runTask();
      expect(await noticesTo(email)).toHaveLength(reminders);
      expect((await account()).secondFactor).toBe(true);
    }
    services.moveClock(1);
    await runTask();
    expect(await noticesTo(email)).toEqual([
      'Yunzhang: Two-step verification was reset, as requested',
      willBeReset,
      willBeReset,
      willBeReset,
    ]);
    expect(await account()).toMatchObject({ secondFactor: false, mobile, email });
    expect(await stores.authenticators.find(ouid)).toBeUndefined();
    expect((await stores.backupCodes.summary(ouid))?.left ?? 0).toBe(0);
    expect(await stores.passkeys.listByAccount(ouid)).toEqual([]);
    expect(await audited()).toEqual(['recoveryMade', 'recoveryAsked']);
    expect(await isSignedIn(browser)).toBe(false);
    expect(await services.browser().signIn(mobile, password)).toMatchObject({ data: { loginDoubleCheck: false } });
    const [session] = await stores.sessions.listByAccount(ouid);
    expect(session?.factors).toEqual(['password']);
  });

  test('proves the mailbox where the password is what the sign-in began with', async () => {
    const { mobile, email } = await person();
    const browser = services.browser();
    const { data } = await browser.signIn(mobile, password);
    const { preServiceId } = data;
    expect((await offer(browser, preServiceId)).data['proofs']).toEqual(['email']);
    expect(await askByPassword(browser, preServiceId)).toMatchObject({ code: resultCodes.forbidden });
    expect(await askByEmail(browser, preServiceId, email)).toMatchObject(done);
  });

  test('is sent to support where nothing is left to prove: mailbox lost and password forgotten', async () => {
    const { ouid, browser, preServiceId } = await lostPhone({ email: null });
    await stores.accounts.removePassword(ouid);
    const { data } = await offer(browser, preServiceId);
    expect(data).toMatchObject({ proofs: [], hours: 72 });
    expect(await askByPassword(browser, preServiceId)).toMatchObject({ code: resultCodes.forbidden });
  });

  test('is asked for a new one at the next sign-in where the installation requires one', async () => {
    const node = await openNode(services, {
      SANDBOX: 'on',
      SECOND_FACTOR: 'required',
      SECOND_FACTOR_GRACE_DAYS: '0',
      ...noCodeLimits,
    });
    const own = recoveryHelpers(node, 13640000000);
    const { mobile, email } = await own.person();
    const browser = node.browser();
    const { preServiceId } = (await browser.signIn(mobile, password)).data;
    expect(await own.askByEmail(browser, preServiceId, email)).toMatchObject(done);
    await own.waitUntilDue();
    expect(await node.browser().signIn(email, password)).toMatchObject({
      data: { loginDoubleCheck: true, secondFactors: [] },
    });
  });
});

describe('a person who has lost the number', () => {
  test('has it removed with the app, and no notice lets who has it now put it back', async () => {
    const { mobile, email, account } = await person();
    const browser = services.browser();
    const { preServiceId } = (await browser.signIn(email, password)).data;
    expect((await offer(browser, preServiceId)).data).toMatchObject({ mobile: expect.stringContaining('****') });
    expect(await askByEmail(browser, preServiceId, email)).toMatchObject(done);
    const stopHandle = await undoHandleSentTo(mobile);
    expect((await stopOffer(stopHandle)).data).toMatchObject({
      kind: 'secondFactor',
      before: expect.stringContaining('****'),
    });
    await waitUntilDue();
    expect(await account()).toMatchObject({ mobile: null, email, secondFactor: false });
    expect(await services.browser().signIn(email, password)).toMatchObject({ data: { loginDoubleCheck: false } });
    expect((await noticesTo(mobile)).filter((text) => text?.includes('/undo#'))).toHaveLength(3);
    for (const contact of [mobile, email])
      expect(await undo(await undoHandleSentTo(contact))).toMatchObject({ code: resultCodes.undoExpired });
    expect(await account()).toMatchObject({ mobile: null, email });
  });

  test('keeps a number that this sign-in has just proven', async () => {
    const { ouid, mobile } = await person();
    await stores.authenticators.remove(ouid);
    const { browser, preServiceId } = await signInByCode(mobile);
    expect((await offer(browser, preServiceId)).data).not.toHaveProperty('mobile');
  });

  test('has it removed also where a code to it is not asked for, and keeps the password that such a code had set before', async () => {
    const { mobile, email, account } = await person();
    expect(await setPasswordByCode(mobile, 'Lantern~4471')).toMatchObject(done);
    services.moveClock(minutes(1));
    const browser = services.browser();
    const { preServiceId, secondFactors } = (await browser.signIn(email, 'Lantern~4471')).data;
    expect(secondFactors).toEqual(['totp']);
    expect((await offer(browser, preServiceId)).data).toMatchObject({ mobile: expect.stringContaining('****') });
    expect(await askByEmail(browser, preServiceId, email)).toMatchObject(done);
    await waitUntilDue();
    expect(await account()).toMatchObject({ mobile: null, email, secondFactor: false });
    expect(await services.browser().signIn(email, 'Lantern~4471')).toMatchObject({ data: { loginDoubleCheck: false } });
  });

  test('has the password removed that a code to the number has set meanwhile', async () => {
    const { mobile, email, account } = await person();
    const browser = services.browser();
    const { preServiceId } = (await browser.signIn(email, password)).data;
    expect(await askByEmail(browser, preServiceId, email)).toMatchObject(done);
    expect(await setPasswordByCode(mobile, 'Thief-2026')).toMatchObject(done);
    await waitUntilDue();
    expect(await account()).toMatchObject({ mobile: null, secondFactor: false });
    expect((await services.browser().signIn(email, 'Thief-2026')).code).toBe(resultCodes.wrongCredentials);
    expect((await signInByCode(email)).browser.jar.has('foyer_session')).toBe(true);
  });

  test('is sent to support where it is the only contact', async () => {
    const { mobile } = await person({ email: null });
    const browser = services.browser();
    const { preServiceId } = (await browser.signIn(mobile, password)).data;
    expect((await offer(browser, preServiceId)).data).toMatchObject({ proofs: [] });
  });
});
