import { toast } from '@foyer/contract/limits';
import { resultCodes } from '@foyer/contract/result-codes';
import { expect, lastOf, test } from '../../fixtures/minimal-backend.ts';

const mobile = '13800138000';
/** The back end gets the account in its normalised form, however it was typed. */
const typed = '+86 138-0013-8000';
const credentials = { account: mobile, password: 'Foyer-2026' };
const done = { code: 0, message: '' };

test('sign-in by password and by code, registration and a new password end on a back end with the least answers [ER-05] [LF-12] [LF-14] [RG-02] [PG-01]', async ({
  backend,
  page,
  clock,
  login,
  code,
  setPassword,
  register,
  retrievePassword,
  t,
}) => {
  await test.step('password', async () => {
    await login.open();
    await login.signIn({ ...credentials, account: typed });
    expect(lastOf(backend, 'POST /login/commit/user')?.body).toMatchObject({ principal: mobile });
  });

  const submitCode = async () => {
    await login.open({ preLoginWay: 'authCode' });
    await login.account.fill(typed);
    await code.send();
    await code.input.fill('123456');
  };

  await test.step('code of an existing account, sent without a human check', async () => {
    await submitCode();
    await page.waitForURL('**/home');
    expect(lastOf(backend, 'POST /sender/mobile/v3')?.body).toEqual({ bizType: 'REGISTER_LOGIN', principal: mobile });
    expect(lastOf(backend, 'POST /login/commit')?.body).toMatchObject({ principal: mobile });
  });

  await test.step('code of a new account, which then sets a password', async () => {
    backend.answer('POST /login/commit', { ...done, data: { ouid: 7, newUser: true, setPwdServiceId: 8 } });
    await submitCode();
    await setPassword.password.fill(credentials.password);
    await setPassword.repeatPassword.fill(credentials.password);
    await setPassword.confirm.click();
    await expect(page.getByText(t('setpwd.success'))).toBeVisible();
    await clock.run(toast.shownFor);
    await page.waitForURL('**/home');
    expect(lastOf(backend, 'PUT /v1/sender/setupPwd')?.body).toMatchObject({ serviceId: '8' });
  });

  await test.step('registration', async () => {
    await register.open();
    await register.account.fill(typed);
    await register.code.send();
    await register.code.input.fill('123456');
    await register.password.fill(credentials.password);
    await register.repeatPassword.fill(credentials.password);
    await register.agreement.check();
    await register.submit.click();
    await page.waitForURL('**/regist/success');
    expect(lastOf(backend, 'POST /sender/mobile/v3')?.body).toEqual({ bizType: 'REGISTER', principal: mobile });
    expect(lastOf(backend, 'POST /v1/accounts/checkMobileOrEmail')?.body).toEqual({ principal: mobile });
    expect(lastOf(backend, 'POST /login/commit/user')?.body).toMatchObject({ principal: mobile });
  });

  await test.step('forgotten password', async () => {
    backend.answer('PUT /v1/accounts/password', done);
    await retrievePassword.open();
    await retrievePassword.account.fill(typed);
    await retrievePassword.code.send();
    expect(lastOf(backend, 'POST /sender/mobile/v3')?.body).toMatchObject({ principal: mobile });
    await retrievePassword.code.input.fill('123456');
    await retrievePassword.submitPassword(credentials.password);
    await expect(retrievePassword.done).toBeVisible();
  });
});

test('second factor, agreement, sign-out and identity check end on a back end with the least answers [ER-05] [DG-07] [DG-10] [DG-12] [DG-13]', async ({
  backend,
  page,
  login,
  secondFactor,
  agreement,
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

  await test.step('agreement, with a back end that keeps no record of it', async () => {
    await submit();
    await agreement.agree.click();
    await page.waitForURL('**/home');
  });

  await test.step('declined agreement signs out', async () => {
    await submit();
    await agreement.decline.click();
    await expect(agreement.signedOut).toBeVisible();
    await expect(agreement.dialog).toHaveCount(0);
  });

  await test.step('declined agreement closes the dialog and says so when the sign-out fails', async () => {
    backend.answer('POST /user/accounts/logout', { code: 1, message: 'Out of order' });
    await submit();
    await agreement.decline.click();
    await expect(page.getByRole('status').filter({ hasText: 'Out of order' })).toBeVisible();
    await expect(agreement.dialog).toHaveCount(0);
  });

  await test.step('identity check', async () => {
    const data = { name: '林*', desIdNo: '1101**********1234', serviceId: 'pending-2' };
    backend.answer('POST /login/commit/user', { code: resultCodes.needsIdentityCheck, data });
    backend.answer('POST /v1/accounts/identityCheck', done);
    await submit();
    await identityCheck.submitSuffix('1234');
    await expect(identityCheck.passed).toHaveText(t('idcheck.success'));
    await expect(identityCheck.dialog).toHaveCount(0);
  });
});
