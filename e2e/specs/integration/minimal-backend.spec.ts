import { accessCodeHeader } from '@foyer/contract/flows/sso-headers';
import { resultCodes } from '@foyer/contract/result-codes';
import { test as base, expect } from '../../fixtures/test.ts';
import { type MinimalBackend, startMinimalBackend } from '../../support/minimal-backend.ts';

/** Where a flow ends. The pages of our own service would ask it for a session, which it does not have. */
const ends = ['/home', '/regist/success'];

/** Every call of the page goes to the back end that answers with the least. */
const test = base.extend<{ backend: MinimalBackend }>({
  backend: async ({ context, allowErrors }, provide) => {
    // The back end has neither a human check nor analytics, and some tests are about a missing agreement.
    allowErrors(/status of 404/);
    const backend = await startMinimalBackend();
    await context.route('**/api/**', async (route) => {
      const { pathname, search } = new URL(route.request().url());
      await route.fulfill({ response: await route.fetch({ url: `${backend.url}${pathname}${search}` }) });
    });
    await context.route(
      ({ pathname }) => ends.includes(pathname),
      (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>The end</title>' }),
    );
    await provide(backend);
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await backend.close();
  },
});

const mobile = '13800138000';
const credentials = { account: mobile, password: 'Foyer-2026' };
const done = { code: 0, message: '' };

/** The last request of a call. */
const lastOf = (backend: MinimalBackend, call: string) => backend.calls.findLast((received) => received.call === call);

test('sign-in by password and by code, registration and a new password end on a back end with the least answers [LF-12] [LF-14] [RG-02] [PG-01]', async ({
  backend,
  page,
  login,
  code,
  setPassword,
  register,
  retrievePassword,
}) => {
  await test.step('password, with the account in its normalised form', async () => {
    await login.open();
    await login.signIn({ ...credentials, account: '+86 138-0013-8000' });
    expect(lastOf(backend, 'POST /login/commit/user')?.body).toMatchObject({ principal: mobile });
  });

  const submitCode = async () => {
    await login.open({ preLoginWay: 'authCode' });
    await login.account.fill(mobile);
    await code.send();
    await code.input.fill('123456');
    await login.submit.click();
  };

  await test.step('code of an existing account, sent without a human check', async () => {
    await submitCode();
    await page.waitForURL('**/home');
    expect(lastOf(backend, 'POST /sender/mobile/v3')?.body).toEqual({ bizType: 'REGISTER_LOGIN', principal: mobile });
  });

  await test.step('code of a new account, which then sets a password', async () => {
    backend.answer('POST /login/commit', { ...done, data: { ouid: 7, newUser: true, setPwdServiceId: 8 } });
    await submitCode();
    await setPassword.password.fill(credentials.password);
    await setPassword.repeatPassword.fill(credentials.password);
    await setPassword.confirm.click();
    await page.waitForURL('**/home');
    expect(lastOf(backend, 'PUT /v1/sender/setupPwd')?.body).toMatchObject({ serviceId: '8' });
  });

  await test.step('registration', async () => {
    await register.open();
    await register.account.fill(mobile);
    await register.code.send();
    await register.code.input.fill('123456');
    await register.password.fill(credentials.password);
    await register.repeatPassword.fill(credentials.password);
    await register.agreement.check();
    await register.submit.click();
    await page.waitForURL('**/regist/success');
  });

  await test.step('forgotten password', async () => {
    backend.answer('PUT /v1/accounts/password', done);
    await retrievePassword.open();
    await retrievePassword.account.fill(mobile);
    await retrievePassword.code.send();
    await retrievePassword.code.input.fill('123456');
    await retrievePassword.submit.click();
    await retrievePassword.submitPassword(credentials.password);
    await expect(retrievePassword.done).toBeVisible();
  });
});

test('second factor, consent, sign-out and identity check end on a back end with the least answers [DG-07] [DG-10] [DG-12] [DG-13]', async ({
  backend,
  page,
  login,
  secondFactor,
  consent,
  identityCheck,
  t,
}) => {
  const submit = async () => {
    await login.open();
    await login.fill(credentials);
    await login.submit.click();
  };

  await test.step('a second factor that cannot be started is an error, and the form stays usable', async () => {
    backend.answer('POST /login/commit/user', { ...done, message: 'success', data: { loginDoubleCheck: true } });
    await submit();
    await expect(login.errors).toHaveText([t('common.unknownError')]);
    await expect(login.submit).toBeEnabled();
  });

  await test.step('second factor', async () => {
    const data = { ouid: 'account-1', loginDoubleCheck: true, mobile: '138****8000', preServiceId: 'pending-1' };
    backend.answer('POST /login/commit/user', { ...done, data });
    await submit();
    await secondFactor.waitUntilSent();
    await secondFactor.submitCode('123456');
    await page.waitForURL('**/home');
  });

  backend.answer('POST /login/commit/user', { ...done, data: { ouid: 'account-1', url: null, needAgreement: null } });
  backend.answer('GET /v1/accounts/agreement', { ...done, data: { needAgreement: true } });

  await test.step('consent, with a back end that keeps no record of it', async () => {
    await submit();
    await consent.agree.click();
    await page.waitForURL('**/home');
  });

  await test.step('declined consent signs out', async () => {
    await submit();
    await consent.decline.click();
    await expect(consent.signedOut).toBeVisible();
    await expect(consent.dialog).toHaveCount(0);
  });

  await test.step('declined consent closes the dialog and says so when the sign-out fails', async () => {
    backend.answer('POST /user/accounts/logout', { code: 1, message: 'Out of order' });
    await submit();
    await consent.decline.click();
    await expect(page.getByRole('status').filter({ hasText: 'Out of order' })).toBeVisible();
    await expect(consent.dialog).toHaveCount(0);
  });

  await test.step('identity check', async () => {
    const data = { name: '林*', desIdNo: '1101**********1234', serviceId: 'pending-2' };
    backend.answer('POST /login/commit/user', { code: resultCodes.needsIdentityCheck, data });
    backend.answer('POST /v1/accounts/identityCheck', done);
    await submit();
    await identityCheck.submitSuffix('1234');
    await expect(identityCheck.toast).toHaveText(t('idcheck.success'));
    await expect(identityCheck.dialog).toHaveCount(0);
  });
});

test('every scan ends on a back end with the least answers [QR-11] [QR-12] [QR-13] [QR-17] [DG-01] [DG-03]', async ({
  backend,
  page,
  login,
  qrCode,
  bindMobile,
  oneClick,
}) => {
  const bind = async () => {
    await bindMobile.mobile.fill(mobile);
    await bindMobile.code.send();
    await bindMobile.code.input.fill('123456');
    await bindMobile.agreement.check();
    await bindMobile.submit.click();
    await page.waitForURL('**/home');
  };
  const scanned = { userInfoContextId: 'person-1', principal: null };

  await test.step('WeChat binds a mobile number by its scanCode', async () => {
    backend.answer('GET /thirdparty/wechatOfficeFocus/result', { ...done, data: { scanCode: '432101', ouid: null } });
    await qrCode.show('wechat', login);
    await qrCode.runUntilPolled();
    await bind();
    expect(lastOf(backend, 'POST /thirdparty/wechatOfficeAccount/login')?.body).toMatchObject({ mobile });
  });

  await test.step('Alipay binds a mobile number', async () => {
    backend.answer('GET /thirdparty/alipaymini/result', { code: resultCodes.needsMobile, data: scanned });
    await qrCode.show('alipay', login);
    await qrCode.runUntilPolled();
    await bind();
    expect(lastOf(backend, 'POST /login/commit/aliPayPrincipal')?.body).toMatchObject({
      data: { userInfoContextId: 'person-1' },
    });
  });

  await test.step('Alipay signs in with one click', async () => {
    backend.answer('GET /thirdparty/alipaymini/result', { code: resultCodes.mobileAlreadyBound, data: scanned });
    await qrCode.show('alipay', login);
    await qrCode.runUntilPolled();
    await oneClick.confirm.click();
    await page.waitForURL('**/home');
    expect(lastOf(backend, 'POST /login/commit/transferLogin')?.body).toMatchObject({
      credentials: 'PC_ALI_PAY_USER_TRANSFER',
    });
  });

  await test.step('Alipay signs in', async () => {
    const data = { scanCode: null, url: '/home', ouid: 'account-1', loginDoubleCheck: null };
    backend.answer('GET /thirdparty/alipaymini/result', { ...done, data });
    await qrCode.show('alipay', login);
    await qrCode.runUntilPolled();
    await page.waitForURL('**/home');
  });

  await test.step('DingTalk binds a mobile number after the return from its page', async () => {
    backend.answer('GET /thirdparty/dingding/callback/result', { code: resultCodes.needsMobile, data: scanned });
    await login.open({ preLoginId: 'returned-1' });
    await bind();
    expect(lastOf(backend, 'POST /login/commit/dingTalkPrincipal')?.body).toMatchObject({ mobile });
  });

  await test.step('DingTalk signs in after the return from its page', async () => {
    backend.answer('GET /thirdparty/dingding/callback/result', done);
    await login.open({ preLoginId: 'returned-2' });
    await page.waitForURL('**/home');
  });
});

test('company and WeCom sign-in end on a back end with the least answers [SO-05] [SO-06] [SO-10] [SO-15]', async ({
  backend,
  page,
  login,
  sso,
  bindAccount,
  t,
}) => {
  const check = 'POST /login/sso/account/authorize/check';
  const unlinked = {
    loginMobile: '',
    loginStatus: false,
    targetUrl: '',
    loginEmail: '',
    realNameStatus: '',
    accountId: '',
    loginLimit: '',
  };

  await test.step('WeCom, with an access code of any letters that a header can carry', async () => {
    await login.open();
    await page.getByRole('button', { name: t('wecom.entry') }).click();
    await page.waitForURL('**/home');
    expect(lastOf(backend, check)?.headers[accessCodeHeader.toLowerCase()]).toBe('wecom.1~');
  });

  await test.step('a linked company identity without a verified name goes to the verification', async () => {
    const data = { ...unlinked, loginStatus: true, targetUrl: '/home', accountId: 7 };
    backend.answer(check, { ...done, data });
    await sso.open();
    await sso.submitDomain('acme');
    await page.waitForURL('**/home');
    expect(lastOf(backend, 'POST /v2/identity/auth/web/7/indivIdentityUrl')?.body).toMatchObject({
      dataCollect: { clientType: 'WEB', bizSource: 'saas_proactive_create' },
    });
  });

  await test.step('an unlinked company identity binds an account', async () => {
    backend.answer(check, { ...done, data: unlinked });
    await sso.open();
    await sso.submitDomain('acme');
    await bindAccount.mobile.fill(mobile);
    await bindAccount.code.send();
    await bindAccount.submitCode('123456');
    await page.waitForURL('**/home');
    const header = accessCodeHeader.toLowerCase();
    expect(lastOf(backend, 'POST /login/sso/account/bindAccount/send')).toMatchObject({
      body: { type: 'MOBILE', credentials: mobile },
      headers: { [header]: 'company.1~' },
    });
    expect(lastOf(backend, 'POST /login/sso/account/bindAccount/check')?.headers[header]).toBe('company.1~');
  });

  await test.step('an access code that no header can carry is not sent', async () => {
    const before = backend.calls.length;
    await page.goto('/usercenterFront/ssomiddlepage?accessCode=%E4%B8%AD');
    await expect(page.getByRole('main')).toContainText(t('sso.sessionExpired'));
    await expect(sso.startAgain).toBeVisible();
    expect(backend.calls.slice(before).map(({ call }) => call)).not.toContain(check);
  });
});
