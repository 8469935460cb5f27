import { accessCodeHeader } from '@foyer/contract/flows/sso-headers';
import { resultCodes } from '@foyer/contract/result-codes';
import { expect, lastOf, test } from '../../fixtures/minimal-backend.ts';

const mobile = '13800138000';
const done = { code: 0, message: '' };
const notScanned = { code: resultCodes.pending, message: '' };
const polls = {
  wechat: 'GET /thirdparty/wechatOfficeFocus/result',
  alipay: 'GET /thirdparty/alipaymini/result',
};

test('every scan ends on a back end with the least answers [ER-05] [QR-11] [QR-12] [QR-13] [QR-17] [DG-01] [DG-03]', async ({
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
  const scan = async (app: keyof typeof polls, answer: Parameters<typeof backend.answer>[1]) => {
    for (const poll of Object.values(polls)) backend.answer(poll, notScanned);
    await qrCode.open(app, login);
    backend.answer(polls[app], answer);
    await qrCode.runUntilPolled();
  };
  const scanned = { userInfoContextId: 'person-1', principal: null };

  await test.step('WeChat binds a mobile number by its scanCode', async () => {
    await scan('wechat', { ...done, data: { scanCode: '432101', ouid: null } });
    await bind();
    expect(lastOf(backend, 'POST /thirdparty/wechatOfficeAccount/login')?.body).toMatchObject({ mobile });
  });

  await test.step('Alipay binds a mobile number', async () => {
    await scan('alipay', { code: resultCodes.needsMobile, data: scanned });
    await bind();
    expect(lastOf(backend, 'POST /login/commit/aliPayPrincipal')?.body).toMatchObject({
      data: { userInfoContextId: 'person-1' },
    });
  });

  await test.step('Alipay signs in with one click', async () => {
    await scan('alipay', { code: resultCodes.mobileAlreadyBound, data: scanned });
    await expect(oneClick.dialog).toContainText('***');
    await oneClick.confirm.click();
    await page.waitForURL('**/home');
    expect(lastOf(backend, 'POST /login/commit/transferLogin')?.body).toMatchObject({
      credentials: 'PC_ALI_PAY_USER_TRANSFER',
    });
  });

  await test.step('Alipay signs in', async () => {
    const data = { scanCode: null, url: '/home', ouid: 'account-1', loginDoubleCheck: null };
    await scan('alipay', { ...done, data });
    await page.waitForURL('**/home');
  });

  await test.step('DingTalk binds the mobile number that the back end names, after the return from its page', async () => {
    const data = { userInfoContextId: 'person-1', principal: mobile };
    backend.answer('GET /thirdparty/dingding/callback/result', { code: resultCodes.needsMobile, data });
    await login.open({ preLoginId: 'returned-1' });
    await bindMobile.code.send();
    expect(lastOf(backend, 'POST /sender/mobile/v3')?.body).toMatchObject({ principal: mobile });
    await bindMobile.code.input.fill('123456');
    await page.waitForURL('**/home');
    expect(lastOf(backend, 'POST /login/commit/dingTalkPrincipal')?.body).toMatchObject({ mobile });
  });

  await test.step('DingTalk signs in after the return from its page', async () => {
    backend.answer('GET /thirdparty/dingding/callback/result', done);
    await page.goto('/login/web?preLoginId=returned-2', { waitUntil: 'commit' });
    await page.waitForURL('**/home');
  });
});

test('company and WeCom sign-in end on a back end with the least answers [ER-05] [SO-05] [SO-06] [SO-10] [SO-15]', async ({
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

  await test.step('an unlinked company identity binds the e-mail address that the back end names', async () => {
    backend.answer(check, { ...done, data: { ...unlinked, loginEmail: 'mei@example.com', loginLimit: 'EMAIL' } });
    await sso.open();
    await sso.submitDomain('acme');
    await bindAccount.code.send();
    expect(lastOf(backend, 'POST /login/sso/account/bindAccount/send')?.body).toEqual({
      type: 'EMAIL',
      credentials: 'mei@example.com',
    });
  });
});
