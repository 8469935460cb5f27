import { describe, expect, test } from 'vitest';
import { type Call, type Shape, readEnvelope } from './call.ts';
import { calls } from './calls.ts';
import { getBanners } from './flows/banner.ts';
import { bindMobileTo } from './flows/bind-mobile.ts';
import { commitCode } from './flows/code-login.ts';
import { agree, getAgreement } from './flows/agreement.ts';
import { getArticle, getArticles } from './flows/help-desk.ts';
import { applyHumanCheck } from './flows/human-check.ts';
import { checkIdSuffix, correctIdNumber } from './flows/identity-check.ts';
import { transferLogin } from './flows/one-click-login.ts';
import { commitPassword } from './flows/password-login.ts';
import { pollAlipayScan } from './apps/alipay-calls.ts';
import { pollWechatScan } from './apps/wechat-calls.ts';
import { pollReturnedScan, requestQr } from './flows/qr-login.ts';
import { checkAccountTaken, registerAccount } from './flows/register.ts';
import { resetPassword } from './flows/retrieve-password.ts';
import { verifySecondFactor } from './flows/second-factor.ts';
import { sendCodeToMobile, verifyCode } from './flows/send-code.ts';
import { logOut } from './flows/session.ts';
import { setPassword } from './flows/set-password.ts';
import { checkBindCode, sendBindCode } from './flows/sso-bind.ts';
import { findCompany } from './flows/sso-domain.ts';
import { checkAuthorisation } from './flows/sso-return.ts';
import { resultCodes } from './result-codes.ts';

const read = (call: Call, data: unknown) => readEnvelope(call, { code: 0, message: '', data });

const signIns = {
  commitPassword,
  commitCode,
  pollWechatScan,
  pollAlipayScan,
  pollReturnedScan,
  bindMobileToWechat: bindMobileTo.wechat,
  bindMobileToDingtalk: bindMobileTo.dingtalk,
  bindMobileToAlipay: bindMobileTo.alipay,
  transferLogin,
};

describe('an answer with just the fields that the specification lists is enough [ER-05]', () => {
  test.each(Object.entries(signIns))('%s', (_, call) => {
    for (const data of [{ ouid: 'a1' }, { url: '/home' }, {}])
      expect(readEnvelope(call, { code: 0, data })).toEqual({ is: 'done', data });
    for (const data of [null, undefined]) expect(read(call, data)).toEqual({ is: 'done', data: {} });
  });

  test.each(Object.entries({ verifyCode, setPassword, logOut, checkIdSuffix, resetPassword }))(
    '%s, of which nothing is read, with any data or none',
    (_, call) => {
      for (const data of [undefined, null, {}, { serviceId: 's1' }, '', 'ok', true])
        expect(read(call, data)).toEqual({ is: 'done', data: null });
    },
  );

  test('correctIdNumber, which then waits to be confirmed', () => {
    for (const data of [undefined, null, {}, { url: null }])
      expect(read(correctIdNumber, data)).toEqual({ is: 'done', data: {} });
  });

  test('registerAccount, of which nothing is read', () => {
    for (const data of [undefined, null, {}, { ouid: 7 }]) expect(read(registerAccount, data).is).toBe('done');
  });

  test('verifySecondFactor', () => {
    expect(read(verifySecondFactor, { serviceId: 's1' })).toEqual({ is: 'done', data: { serviceId: 's1' } });
  });

  test('checkAuthorisation and checkBindCode', () => {
    const unknown = { loginMobile: '', targetUrl: '', loginEmail: '', accountId: '', loginLimit: '' };
    const signedIn = { loginStatus: true, realNameStatus: true, targetUrl: '/home', accountId: 'a1' };
    expect(read(checkAuthorisation, { ...unknown, ...signedIn })).toEqual({ is: 'done', data: signedIn });
    const unlinked = { loginStatus: false, realNameStatus: false, loginMobile: '13800138000' };
    expect(read(checkAuthorisation, { ...unknown, ...unlinked })).toEqual({ is: 'done', data: unlinked });
    expect(read(checkAuthorisation, { loginLimit: 'NONE' })).toMatchObject({ is: 'done' });
    const { loginStatus: _, ...bound } = signedIn;
    expect(read(checkBindCode, bound)).toEqual({ is: 'done', data: bound });
  });

  test('a QR code of which only the URL is known', () => {
    expect(read(requestQr, { url: 'https://x/q', sceneId: null })).toEqual({
      is: 'done',
      data: { url: 'https://x/q' },
    });
    for (const url of [null, undefined]) expect(read(requestQr, { url })).toEqual({ is: 'noResponse' });
  });

  test('a human check whose token is all of the data', () => {
    for (const data of ['h1', { auth: 'h1' }])
      expect(read(applyHumanCheck, data)).toEqual({ is: 'done', data: { auth: 'h1' } });
  });

  test('articles and banners', () => {
    const articles = { data: [{ id: 1, title: 'Help', linkUrl: null }] };
    expect(read(getArticles, articles)).toMatchObject({ is: 'done', data: { data: [{ id: '1', title: 'Help' }] } });
    const banners = { bannerList: [{ picUrl: '/a.png', linkUrl: '' }] };
    expect(read(getBanners, banners)).toMatchObject({ data: { bannerList: [{ picUrl: '/a.png' }] } });
    expect(read(getBanners, { bannerList: null })).toMatchObject({ data: { bannerList: [] } });
  });

  test('an agreement that is not mentioned', () => {
    expect(read(getAgreement, {})).toEqual({ is: 'done', data: {} });
    expect(read(agree, undefined)).toEqual({ is: 'done', data: {} });
  });

  test('flags that are empty are off', () => {
    expect(read(checkAccountTaken, { accountExist: null })).toMatchObject({ is: 'done', data: {} });
    expect(read(findCompany, { ifExistDomain: '', targetUrl: null })).toMatchObject({ is: 'done', data: {} });
  });
});

describe('absent, null and empty are the same', () => {
  test.each(Object.entries(signIns))('%s', (_, call) => {
    const absent = { url: null, mobile: '', loginDoubleCheck: null, preServiceId: '', newUser: null, unknown: 1 };
    expect(read(call, { ouid: 'a1', ...absent })).toEqual({ is: 'done', data: { ouid: 'a1' } });
  });

  test('except in a text that is required', () => {
    const article = { id: 'a', title: 'Help', linkUrl: '/help', body: [{ is: 'text', line: [{ text: '' }] }] };
    expect(read(getArticle, article)).toMatchObject({ is: 'done', data: { body: article.body } });
  });

  test('in the data of a refusal', () => {
    const data = { userInfoContextId: 'c1', principal: null };
    expect(readEnvelope(pollAlipayScan, { code: resultCodes.needsMobile, message: null, data })).toEqual({
      is: 'needsMobile',
      data: { userInfoContextId: 'c1' },
    });
    const masked = { name: '', desIdNo: null, serviceId: 's1' };
    expect(readEnvelope(commitPassword, { code: resultCodes.needsIdentityCheck, data: masked })).toEqual({
      is: 'needsIdentityCheck',
      data: { name: '***', desIdNo: '***', serviceId: 's1' },
    });
  });
});

test('an answer without the handle of a code that was sent is an error', () => {
  for (const handle of ['', null, undefined]) {
    expect(read(sendCodeToMobile, { serviceId: handle }).is).not.toBe('done');
    expect(read(sendBindCode, { authCodeId: handle }).is).not.toBe('done');
  }
});

describe('a number and its text are the same', () => {
  test('in identifiers and mobile numbers', () => {
    expect(read(commitPassword, { ouid: 7, mobile: 13_800_138_000 })).toMatchObject({
      data: { ouid: '7', mobile: '13800138000' },
    });
    expect(read(sendCodeToMobile, { serviceId: 7 })).toEqual({ is: 'done', data: { serviceId: '7' } });
    expect(read(sendBindCode, { authCodeId: 7 })).toEqual({ is: 'done', data: { authCodeId: '7' } });
  });

  test('in the code of a scan and of the envelope', () => {
    for (const scanCode of [432101, '432101'])
      expect(read(pollWechatScan, { scanCode })).toEqual({ is: 'done', data: { scanCode: 432101 } });
    expect(readEnvelope(commitPassword, { code: '0', data: { ouid: 'a1' } })).toMatchObject({ is: 'done' });
    expect(readEnvelope(commitPassword, { code: '-1', message: 'No' })).toMatchObject({ is: 'refused', code: -1 });
  });
});

describe('a second factor without its handle is an error, never a sign-in', () => {
  test.each(Object.entries({ ...signIns, checkAuthorisation, checkBindCode }))('%s', (_, call) => {
    const data = { ouid: 'a1', loginStatus: true, loginDoubleCheck: true };
    expect(readEnvelope(call, { code: 0, message: 'success', data })).toEqual({ is: 'refused', code: 0 });
    for (const preServiceId of ['', null]) expect(read(call, { ...data, preServiceId }).is).toBe('refused');
    expect(read(call, { ...data, preServiceId: 'p1' })).toMatchObject({ is: 'done' });
  });
});

test('the page reads nothing that the service does not send', () => {
  const fields = Object.entries(calls).flatMap(([name, { response, reads }]) =>
    reads ? fieldsOf(reads).map((field) => ({ name, field, isSent: fieldsOf(response).includes(field) })) : [],
  );
  expect(fields).toContainEqual({ name: 'commitPassword', field: 'ouid', isSent: true });
  expect(fields.filter(({ isSent }) => !isSent)).toEqual([]);
});

type AnyShape = Shape & { entries?: object; wrapped?: AnyShape; options?: readonly AnyShape[] };
const fieldsOf = ({ entries = {}, wrapped, options = [] }: AnyShape): string[] => [
  ...Object.keys(entries),
  ...[...(wrapped ? [wrapped] : []), ...options].flatMap(fieldsOf),
];
