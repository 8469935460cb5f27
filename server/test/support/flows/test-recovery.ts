import { hours } from '@foyer/contract/time';
import { expect } from 'vitest';
import { makeDueRecoveries, remindOfRecoveries } from '../../../src/parts/recovery/make-due-recoveries.ts';
import { sha256Hex } from '../../../src/platform/sha256.ts';
import type { TestApp } from '../test-app.ts';
import { codeHelpers } from './test-codes.ts';
import { contactHelpers } from './test-contacts.ts';
import { factorHelpers } from './test-factors.ts';

type Browser = ReturnType<TestApp['browser']>;
type NewAccount = Parameters<TestApp['addAccount']>[0];

/** People who have lost their second factor, and the calls by which they ask to reset it. */
export function recoveryHelpers(services: TestApp, firstNumber: number) {
  const { newMobile, newEmail, undoHandleSentTo, password } = contactHelpers(services, firstNumber);
  const { lastMessageTo, sendAndVerify, sendByHandle, commit } = codeHelpers(services);
  const { addAuthenticator } = factorHelpers(services);
  const { stores } = services;

  const offer = (browser: Browser, preServiceId: unknown) =>
    browser.post('/user/accounts/recovery/offer', { preServiceId });

  const askByPassword = (browser: Browser, preServiceId: unknown, typed = password) =>
    browser.post('/user/accounts/recovery', { preServiceId, proof: 'password', credentials: sha256Hex(typed) });

  async function askByEmail(browser: Browser, preServiceId: unknown, email: string) {
    const sent = await sendByHandle(browser, preServiceId, 'RECOVER_FACTOR', 'email');
    const { serviceId } = sent.data ?? {};
    const credentials = lastMessageTo(email)?.code;
    return browser.post('/user/accounts/recovery', { preServiceId, proof: 'email', serviceId, credentials });
  }

  async function setPasswordByCode(principal: string, typed: string) {
    const browser = services.browser();
    const serviceId = await sendAndVerify(browser, principal, 'RETRIEVE');
    const request = { serviceId, newPassword: sha256Hex(typed), encrypter: 'SHA256' };
    return browser.put('/v1/accounts/password', request);
  }

  async function person(more: NewAccount = {}) {
    const [mobile, email] = [newMobile(), newEmail()];
    const ouid = await services.addAccount({ mobile, email, password, language: 'en-US', ...more });
    const app = await addAuthenticator(ouid);
    await stores.accounts.setSecondFactor(ouid, true);
    const audited = async () => (await stores.audit.listByAccount(ouid)).map(({ type }) => type);
    const account = async () => (await stores.accounts.findByOuid(ouid))!;
    return { mobile, email, ouid, app, audited, account };
  }

  async function signInByCode(principal: string) {
    const browser = services.browser();
    const serviceId = await sendAndVerify(browser, principal);
    const { data } = await commit(browser, principal, serviceId, { agreed: true });
    return { browser, preServiceId: data['preServiceId'] };
  }

  /** Has signed in with a code to the number, and has lost the app. */
  async function lostPhone(more: NewAccount = {}) {
    const lost = await person(more);
    const { browser, preServiceId } = await signInByCode(lost.mobile);
    return { ...lost, browser, preServiceId, ask: () => askByPassword(browser, preServiceId) };
  }

  /** Of a recovery that has begun. */
  async function waiting(more: NewAccount = {}) {
    const lost = await lostPhone(more);
    expect(await lost.ask()).toMatchObject({ code: 0 });
    return { ...lost, stopHandle: await undoHandleSentTo(lost.email) };
  }

  /** The titles of the mails to it, or the texts of its text messages, the newest first. */
  async function noticesTo(address: string) {
    await services.backgroundTasks.settled();
    return services.sandbox.outbox.sent(address).map((sent) => ('subject' in sent ? sent.subject : sent.text));
  }

  const runTask = async () => {
    await remindOfRecoveries(services);
    await makeDueRecoveries(services);
    // So that the notices of the next run come after those of this one.
    await services.backgroundTasks.settled();
  };

  /** The task runs in the middle, before the end and at the end. */
  async function waitUntilDue() {
    for (const step of [36, 30, 6]) {
      services.moveClock(hours(step));
      await runTask();
    }
  }

  return {
    password,
    newMobile,
    newEmail,
    person,
    offer,
    askByPassword,
    askByEmail,
    setPasswordByCode,
    signInByCode,
    lostPhone,
    waiting,
    runTask,
    waitUntilDue,
    undoHandleSentTo,
    noticesTo,
  };
}
