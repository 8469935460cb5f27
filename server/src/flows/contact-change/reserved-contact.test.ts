import { resultCodes } from '@foyer/contract/result-codes';
import { hours, minutes } from '@foyer/contract/time';
import { expect, test } from 'vitest';
import { bindingHelpers, noCodeLimits } from '../../../test/support/flows/test-binding.ts';
import { codeHelpers } from '../../../test/support/flows/test-codes.ts';
import { contactHelpers } from '../../../test/support/flows/test-contacts.ts';
import { bindMobilePaths, newPhoneOwner, scanHelpers } from '../../../test/support/flows/test-scans.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { makeDueContactChanges } from '../../parts/contact-change/make-due-contact-changes.ts';
import { sha256Hex } from '../../platform/sha256.ts';

/** A person enters the number that support was asked to give their account, before it is theirs. */
const services = await testAppForFile({ sandbox: true, env: noCodeLimits });
const { waitingChange, newMobile, undo } = contactHelpers(services, 13690000000);
const { passHumanCheck, sendAndVerify, commit, lastMessageTo, loginParams } = codeHelpers(services);
const { startUnlinked, bindTo } = bindingHelpers(services);
const { confirm, poll } = scanHelpers(services);
const { contactReserved, needsAgreement } = resultCodes;
const { accounts } = services.stores;

const ways = {
  async 'a code'(mobile: string) {
    const browser = services.browser();
    const serviceId = await sendAndVerify(browser, mobile);
    return commit(browser, mobile, serviceId, { agreed: true });
  },
  async 'the registration'(mobile: string) {
    const browser = services.browser();
    const serviceId = await sendAndVerify(browser, mobile, 'REGISTER');
    const password = sha256Hex('Quiet-Harbour-7');
    const request = { source: { pub: 'p', chl: 'c', tml: 't' }, encrypter: 'SHA256', password, serviceId, loginParams };
    return browser.post('/sender/register', request, { event: 'acc_register' });
  },
  async 'a scan'(mobile: string) {
    const browser = services.browser();
    const shown = await confirm(browser, 'wechat', newPhoneOwner(newMobile()));
    const userInfoContextId = (await poll(browser, 'wechat', shown)).data['userInfoContextId'];
    const auth = await passHumanCheck(browser);
    const request = { bizType: 'BIND_MOBILE', preServiceId: userInfoContextId, principal: mobile, auth };
    const { serviceId } = (await browser.post('/sender/mobile/v3', request)).data;
    return browser.post(bindMobilePaths.wechat, {
      loginParams,
      userInfoContextId,
      data: { userInfoContextId },
      serviceId,
      credentials: lastMessageTo(mobile)?.code,
      mobile,
      principal: mobile,
      agreed: true,
    });
  },
  async 'a company'(mobile: string) {
    const browser = services.browser();
    return bindTo(browser, await startUnlinked(browser), mobile);
  },
};

test.each(Object.entries(ways))(
  '%s makes no account for it, says when it can be used, and the change takes place',
  async (_way, signIn) => {
    const { after, contacts, email } = await waitingChange();
    services.moveClock(hours(24));
    const refused = await signIn(after);
    expect(refused).toMatchObject({ code: contactReserved, data: { kind: 'mobile', retryAfter: hours(48) / 1000 } });
    expect(refused['message']).toContain('48');
    expect(await accounts.exists({ kind: 'mobile', value: after })).toBe(false);
    services.moveClock(hours(48));
    await makeDueContactChanges(services);
    expect(await contacts()).toEqual({ mobile: after, email });
  },
);

test('a person who has not proven the number learns nothing of the change', async () => {
  const { after } = await waitingChange();
  const answers = await Promise.all(
    [after, newMobile()].map(async (mobile) => {
      const browser = services.browser();
      const auth = await passHumanCheck(browser);
      const sent = await browser.post('/sender/mobile/v3', { bizType: 'REGISTER', principal: mobile, auth });
      const { serviceId } = sent.data;
      const committed = await commit(browser, mobile, String(serviceId), { agreed: true });
      const taken = await browser.post('/v1/accounts/checkMobileOrEmail', { principal: mobile });
      return [sent.code, committed.code, taken.data];
    }),
  );
  expect(answers[0]).toEqual(answers[1]);
});

test('the number is free again once the change is stopped, and a change without notices reserves none', async () => {
  const { after, stopHandle, ouid, email } = await waitingChange();
  expect(await undo(stopHandle)).toMatchObject({ code: 0 });
  const address = `free${after}@example.com`;
  const asked = { account: ouid, kind: 'email', before: email, after: address, reason: 'r', askedBy: 'mei' } as const;
  await services.stores.waitingContactChanges.ask(asked);
  for (const contact of [after, address]) {
    services.moveClock(minutes(1));
    const browser = services.browser();
    const serviceId = await sendAndVerify(browser, contact);
    expect(await commit(browser, contact, serviceId)).toMatchObject({ code: needsAgreement });
  }
});
