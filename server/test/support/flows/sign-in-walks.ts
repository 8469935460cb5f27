import type { ScanApp } from '@foyer/contract/pages/page-config';
import { resultCodes } from '@foyer/contract/result-codes';
import { minutes } from '@foyer/contract/time';
import { expect } from 'vitest';
import { sha256Hex } from '../../../src/platform/sha256.ts';
import { totpAt } from '../../../src/platform/totp.ts';
import type { TestApp } from '../test-app.ts';
import { bindingHelpers } from './test-binding.ts';
import { codeHelpers } from './test-codes.ts';
import { ssoHelpers } from './test-company.ts';
import { factorHelpers } from './test-factors.ts';
import { bindMobilePaths, newPhoneOwner, scanHelpers } from './test-scans.ts';

type Browser = ReturnType<TestApp['browser']>;
/** A browser, and the handle of a sign-in that waits for a second factor in it. */
interface SignedIn {
  browser: Browser;
  preServiceId: unknown;
}
interface Person {
  ouid: string;
  mobile: string;
  email: string;
}
const password = 'Foyer-2026';
const done = { code: 0 };

/** The steps by which a person signs in, by every way in. */
export function signInWalks(services: TestApp, firstNumber: number) {
  const { lastMessageTo, loginParams, passHumanCheck, sendByHandle, sendAndVerify, commit } = codeHelpers(services);
  const { submitFactor } = factorHelpers(services);
  const { confirm, poll } = scanHelpers(services);
  const { startUnlinked, bindTo } = bindingHelpers(services);
  const company = ssoHelpers(services);
  let numbers = firstNumber;

  /** A person who has signed in before, with a number, an address and a password. */
  async function newPerson(more: Parameters<TestApp['addAccount']>[0] = {}): Promise<Person> {
    const mobile = String((numbers += 1));
    const email = `w${mobile}@example.com`;
    const ouid = await services.addAccount({ mobile, email, password, lastSignInAt: new Date(0), ...more });
    return { ouid, mobile, email };
  }

  async function byPassword({ email }: Pick<Person, 'email'>, browser = services.browser(), of = password) {
    const { code, data } = await browser.signIn(email, of);
    expect(code).toBe(0);
    return { browser, preServiceId: data['preServiceId'] };
  }

  async function byCode(to: string, browser = services.browser()) {
    const { code, data } = await commit(browser, to, await sendAndVerify(browser, to));
    expect(code).toBe(0);
    return { browser, preServiceId: data['preServiceId'] };
  }

  /** A code to the number as second factor of a pending sign-in, or of the session where none is pending. */
  async function addSms({ mobile }: Pick<Person, 'mobile'>, { browser, preServiceId }: SignedIn, more: object = {}) {
    services.moveClock(minutes(1));
    const handle = preServiceId ?? (await browser.post('/sender/startLoginDoubleCheck', {})).data?.['preServiceId'];
    if (handle === undefined) return browser;
    const { data } = await sendByHandle(browser, handle, 'LOGIN_DOUBLE_CHECK');
    const credentials = lastMessageTo(mobile)?.code;
    const verified = await browser.post('/sender/verifyLoginDoubleCheck', {
      serviceId: data['serviceId'],
      credentials,
      ...more,
    });
    expect(verified).toMatchObject(done);
    return browser;
  }

  async function byScan(owner: ReturnType<typeof newPhoneOwner>) {
    const browser = services.browser();
    const { code, data } = await poll(browser, 'wechat', await confirm(browser, 'wechat', owner));
    expect(code).toBe(0);
    return { browser, preServiceId: data['preServiceId'] };
  }

  /** Binds the number to an app of this person by a code to it. */
  async function linkedByCode({ mobile }: Pick<Person, 'mobile'>, app: ScanApp = 'wechat') {
    const owner = newPhoneOwner(String((numbers += 1)));
    const browser = services.browser();
    const { data } = await poll(browser, app, await confirm(browser, app, owner));
    const userInfoContextId = data['userInfoContextId'];
    const auth = await passHumanCheck(browser);
    const request = { bizType: 'BIND_MOBILE', preServiceId: userInfoContextId, principal: mobile, auth };
    const sent = await browser.post('/sender/mobile/v3', request);
    const bound = await browser.post(bindMobilePaths[app], {
      loginParams,
      userInfoContextId,
      data: { userInfoContextId },
      serviceId: sent.data['serviceId'],
      credentials: lastMessageTo(mobile)?.code,
      mobile,
      principal: mobile,
      agreed: true,
    });
    expect(bound).toMatchObject(done);
    return { browser, owner, preServiceId: bound.data['preServiceId'] };
  }

  async function byOneClick({ mobile }: Person) {
    const owner = newPhoneOwner(mobile);
    const browser = services.browser();
    const { data } = await poll(browser, 'alipay', await confirm(browser, 'alipay', owner));
    const clicked = { data: { userInfoContextId: data['userInfoContextId'] }, credentials: 'PC_ALI_PAY_USER_TRANSFER' };
    expect(await browser.post('/login/commit/transferLogin', clicked)).toMatchObject(done);
    return { browser, owner };
  }

  async function boundToCompany({ mobile }: Person) {
    const browser = services.browser();
    expect(await bindTo(browser, await startUnlinked(browser), mobile)).toMatchObject(done);
    return browser;
  }

  async function byCompany() {
    const browser = services.browser();
    expect(await company.signIn(browser, 'acme', 'acme-carol')).toMatchObject({ data: { loginStatus: true } });
    return { browser, preServiceId: undefined };
  }

  async function byWecom() {
    const browser = services.browser();
    const { data } = await browser.get('/login/oauth/request/WE_WORK_SCAN_LOGIN');
    const { searchParams, origin } = new URL(String(data['url']));
    const [back, state] = [searchParams.get('redirect_uri')!, searchParams.get('state')!];
    const scanned = `${origin}/sandbox/wecom/scanned?${new URLSearchParams({ id: 'AliceLin', back, state })}`;
    const accessCode = await company.openCallback(browser, await company.open(browser, scanned));
    expect(await company.check(browser, accessCode)).toMatchObject({ data: { loginStatus: true } });
    return browser;
  }

  async function resetPassword(to: string) {
    const browser = services.browser();
    const serviceId = await sendAndVerify(browser, to, 'RETRIEVE');
    const newPassword = 'Lantern~4471';
    const reset = { serviceId, newPassword: sha256Hex(newPassword) };
    expect(await browser.put('/v1/accounts/password', reset)).toMatchObject(done);
    return newPassword;
  }

  /** A new app, in the session of this browser; after a code to the address where that needs another proof. */
  async function startApp(browser: Browser) {
    const start = () => browser.post('/user/accounts/authenticator/start');
    const { code, data } = await start();
    if (code === 0) return { setupId: data['setupId'], secret: String(data['secret']) };
    expect(code).toBe(resultCodes.needsFreshProof);
    const current = await services.stores.sessions.find(browser.jar.get('foyer_session'));
    services.moveClock(minutes(1));
    const sent = await sendByHandle(browser, data['preServiceId'], 'PROVE_AGAIN', 'email');
    const proof = { serviceId: sent.data['serviceId'], credentials: lastMessageTo(current!.account.email!)?.code };
    expect(await browser.post('/user/accounts/proof/code', proof)).toMatchObject(done);
    const proven = (await start()).data;
    return { setupId: proven['setupId'], secret: String(proven['secret']) };
  }

  /** Adds an app in the session of this browser, and returns the codes that it shows. */
  async function setUpApp(browser: Browser) {
    const { setupId, secret } = await startApp(browser);
    const code = () => totpAt(secret, services.clock.now()).code;
    expect(await browser.post('/user/accounts/authenticator/confirm', { setupId, credentials: code() })).toMatchObject(
      done,
    );
    return code;
  }

  async function withApp({ browser, preServiceId }: SignedIn, code: () => string) {
    services.moveClock(minutes(1));
    expect(await submitFactor(browser, 'totp', preServiceId, code())).toMatchObject(done);
    return browser;
  }

  return {
    newPerson,
    newMobile: () => String((numbers += 1)),
    byPassword,
    byCode,
    addSms,
    byScan,
    linkedByCode,
    byOneClick,
    boundToCompany,
    byCompany,
    byWecom,
    resetPassword,
    startApp,
    setUpApp,
    withApp,
  };
}
