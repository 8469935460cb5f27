import { resultCodes } from '@foyer/contract/result-codes';
import { hours, minutes } from '@foyer/contract/time';
import { describe, expect, test } from 'vitest';
import { openNode, testAppForFile } from '../../../test/support/test-app.ts';
import { noCodeLimits } from '../../../test/support/test-binding.ts';
import { codeHelpers } from '../../../test/support/test-codes.ts';
import { contactHelpers } from '../../../test/support/test-contacts.ts';
import { recoveryHelpers } from '../../../test/support/test-recovery.ts';

/** What keeps others from asking for a recovery. */
const services = await testAppForFile({ sandbox: true, env: noCodeLimits });
const { stores } = services;
const { password, person, offer, askByPassword, signInByCode, lostPhone, undoHandleSentTo, noticesTo } =
  recoveryHelpers(services, 13590000000);
const { undo } = contactHelpers(services, 13580000000);
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

  test('of a session cannot ask in a step-up, whose first factor may be days old', async () => {
    const { email, ouid } = await person();
    await stores.accounts.setSecondFactor(ouid, false);
    const browser = services.browser();
    expect(await browser.signIn(email, password)).toMatchObject({ data: { loginDoubleCheck: false } });
    const { preServiceId } = (await browser.post('/sender/startLoginDoubleCheck')).data;
    expect((await offer(browser, preServiceId)).data['proofs']).toEqual([]);
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
