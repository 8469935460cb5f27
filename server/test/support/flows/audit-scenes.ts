import { calls } from '@foyer/contract/calls';
import type { AuditType } from '@foyer/contract/flows/account';
import { expect } from 'vitest';
import type { accountChanges } from './account-changes.ts';
import { auditTypesOf } from './audit-types.ts';
import { sha256Hex } from '../../../src/platform/sha256.ts';
import type { TestApp } from '../test-app.ts';
import { bindingHelpers } from './test-binding.ts';
import { codeHelpers } from './test-codes.ts';
import { ssoHelpers } from './test-company.ts';
import { addClient, navigator, openidClient, tokensFor } from './test-oidc.ts';

/** Prepares an account. The result makes the calls that write the event, and returns the account. */
export type Scene = () => Promise<() => Promise<string>>;

export const done = { code: 0 };
export const wrong = (code: string | undefined) => (code === '000000' ? '000001' : '000000');
export const onRecord = '110101199003071111';
export const claimedNumber = '11010119900307123X';
const identityCheck = '/v1/accounts/identityCheck';

/** The service also sends logouts by itself, every few seconds. */
export const untilRecorded = (services: TestApp, ouid: string, type: AuditType) =>
  expect.poll(() => auditTypesOf(services, ouid)).toContain(type);

/** Prepares what several events of the audit trail are preceded by. */
export function auditScenes(services: TestApp, accounts: ReturnType<typeof accountChanges>) {
  const { changes, newMobile, password, signedInPerson, send: sendChange } = accounts;
  const { sendByHandle, verify, lastMessageTo } = codeHelpers(services);
  const { startUnlinked, sendTo } = bindingHelpers(services);
  const { checkBind } = ssoHelpers(services);

  /** A person who has not signed in. */
  async function person(more: Parameters<typeof services.addAccount>[0] = {}) {
    const mobile = newMobile();
    return { mobile, browser: services.browser(), ouid: await services.addAccount({ mobile, password, ...more }) };
  }

  const change =
    (name: string): Scene =>
    async () => {
      const signedIn = await signedInPerson();
      const request = await changes[name]!(signedIn);
      return async () => {
        expect(await sendChange(signedIn, calls[name]!, await request())).toMatchObject(done);
        return signedIn.ouid;
      };
    };

  async function secondFactor(more: object, isRight = true) {
    const { mobile, browser, ouid } = await person({ secondFactor: true });
    const { data } = await browser.signIn(mobile, password);
    const sent = await sendByHandle(browser, data['preServiceId'], 'LOGIN_DOUBLE_CHECK');
    const code = lastMessageTo(mobile)?.code;
    const request = { serviceId: sent.data['serviceId'], credentials: isRight ? code : wrong(code), ...more };
    return async () => {
      await browser.post('/sender/verifyLoginDoubleCheck', request);
      return ouid;
    };
  }

  /** An invited person who has given the password. */
  async function invitedPerson() {
    const { mobile, browser, ouid } = await person({ name: '尹尔', idNumber: onRecord });
    const { data } = await browser.signIn(mobile, password);
    return { mobile, browser, ouid, serviceId: data['serviceId'] };
  }

  async function claim() {
    const { mobile, browser, ouid, serviceId } = await invitedPerson();
    const sent = await sendByHandle(browser, serviceId, 'MODIFY_IDCARD');
    await verify(browser, sent.data['serviceId'], lastMessageTo(mobile)?.code);
    const request = { serviceId: sent.data['serviceId'], idNumber: claimedNumber };
    return { ouid, claimNumber: () => browser.put(identityCheck, request) };
  }

  /** The identity service verifies what the person has claimed. */
  async function verification() {
    const { ouid, claimNumber } = await claim();
    const { data } = await claimNumber();
    const { pathname } = new URL(String(data['url']));
    return async () => {
      await services.app.inject({ url: `${pathname}/verify`, headers: { host: 'localhost:3000' } });
      return ouid;
    };
  }

  /** A person who was signed in to an application whose back end listens there. */
  async function application(id: string, backchannelLogoutUri: string) {
    await addClient(services, { id, backchannelLogoutUri });
    const { browser, ouid } = await signedInPerson();
    await tokensFor(await openidClient(services, id), navigator(services, browser));
    return { ouid, signOut: () => browser.post('/user/accounts/logout') };
  }

  async function proof(typed: string) {
    const { browser, ouid } = await signedInPerson();
    return async () => {
      await browser.post('/user/accounts/proof/password', { credentials: sha256Hex(typed) });
      return ouid;
    };
  }

  async function idSuffix(suffix: string) {
    const { browser, ouid, serviceId } = await invitedPerson();
    return async () => {
      await browser.post(identityCheck, { serviceId, idSuffix: suffix });
      return ouid;
    };
  }

  /** An employee binds their identity to this account. */
  async function binding({ mobile, ouid }: { mobile: string; ouid: string }) {
    const browser = services.browser();
    const accessCode = await startUnlinked(browser);
    const authCodeId = await sendTo(browser, accessCode, mobile);
    return async () => {
      await checkBind(browser, accessCode, { authCodeId, code: lastMessageTo(mobile)?.code });
      return ouid;
    };
  }

  return {
    person,
    change,
    secondFactor,
    invitedPerson,
    claim,
    verification,
    application,
    proof,
    idSuffix,
    binding,
  };
}
