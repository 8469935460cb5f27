import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { bindMobileTo } from './flows/bind-mobile.ts';
import { commitCode } from './flows/code-login.ts';
import { checkIdSuffix } from './flows/identity-check.ts';
import { commitPassword } from './flows/password-login.ts';
import { requestQr } from './flows/qr-login.ts';
import { sendCodeToEmail, sendCodeToMobile, verifyCode } from './flows/send-code.ts';
import { sendBindCode } from './flows/sso-bind.ts';
import { findCompany } from './flows/sso-domain.ts';
import { checkAuthorisation } from './flows/sso-return.ts';

const accepted = (shape: v.GenericSchema, ask: unknown) => v.safeParse(shape, ask).output;
const refuses = (shape: v.GenericSchema, ask: unknown) => !v.is(shape, ask);

describe('a request for a code', () => {
  const mobile = sendCodeToMobile.request;

  test('normalizes the recipient', () => {
    for (const bizType of ['REGISTER', 'REGISTER_LOGIN', 'RETRIEVE', 'FIND_ACCOUNT']) {
      expect(accepted(mobile, { bizType, principal: '+86 138-0013-8000' })).toEqual({
        bizType,
        principal: '13800138000',
      });
      expect(accepted(sendCodeToEmail.request, { bizType, principal: 'Mei@X.cn' })).toEqual({
        bizType,
        principal: 'mei@x.cn',
      });
    }
  });

  test('refuses an e-mail address for SMS and a mobile number for e-mail', () => {
    expect(refuses(mobile, { bizType: 'REGISTER', principal: 'mei@x.cn' })).toBe(true);
    expect(refuses(sendCodeToEmail.request, { bizType: 'REGISTER', principal: '13800138000' })).toBe(true);
  });

  test('for the second factor drops a recipient: the code goes to the mobile number on record', () => {
    const ask = { bizType: 'LOGIN_DOUBLE_CHECK', preServiceId: 'h1' };
    expect(accepted(mobile, { ...ask, principal: '13900139000' })).toEqual(ask);
    expect(refuses(mobile, { bizType: 'LOGIN_DOUBLE_CHECK', principal: '13900139000' })).toBe(true);
    expect(refuses(sendCodeToEmail.request, ask)).toBe(true);
  });

  test('for the correction of an ID number drops a recipient too', () => {
    const ask = { bizType: 'MODIFY_IDCARD', preServiceId: 'h1' };
    expect(accepted(mobile, { ...ask, principal: '13900139000' })).toEqual(ask);
  });

  test.each(['LOGIN', '', 'register', undefined, ['REGISTER']])('refuses the purpose %j', (bizType) => {
    expect(refuses(mobile, { bizType, principal: '13800138000', preServiceId: 'h1' })).toBe(true);
  });
});

test.each([
  ['commitPassword', commitPassword.request, { credentials: 'a'.repeat(64) }],
  ['commitCode', commitCode.request, { serviceId: 's1' }],
] as const)('%s takes an account name or the handle of a remembered account', (_, shape, more) => {
  const ask = { ...more, loginParams: { endpoint: 'PC', env: { fingerprint: '' } } };
  expect(refuses(shape, { ...ask, principal: '13800138000' })).toBe(false);
  expect(accepted(shape, { ...ask, preServiceId: 'h1' })).toMatchObject({ preServiceId: 'h1' });
  expect(refuses(shape, ask)).toBe(true);
});

describe('a request schema', () => {
  const password = {
    principal: 'mei@x.cn',
    credentials: 'a'.repeat(64),
    loginParams: { endpoint: 'PC', env: { fingerprint: '' } },
  };

  test('accepts a SHA-256 password only', () => {
    expect(accepted(commitPassword.request, password)).toMatchObject({ encrypter: 'SHA256' });
    for (const credentials of [
      'Secret-2026',
      'A'.repeat(64),
      'a'.repeat(63),
      'a'.repeat(65),
      '',
      ['a'.repeat(64)],
      {},
    ]) {
      expect(refuses(commitPassword.request, { ...password, credentials })).toBe(true);
    }
    for (const encrypter of ['MD5', 'sha256', 'NONE', '', null]) {
      expect(refuses(commitPassword.request, { ...password, encrypter })).toBe(true);
    }
  });

  test('accepts a long redirect URL, so that it never prevents a sign-in', () => {
    expect(refuses(commitPassword.request, { ...password, redirectUrl: '/'.repeat(4000) })).toBe(false);
  });

  test('drops unknown fields', () => {
    const more = { ...password, ouid: 'x', role: 'admin', loginDoubleCheck: false };
    expect(accepted(commitPassword.request, more)).toEqual({ ...password, encrypter: 'SHA256' });
  });

  test('limits codes, ID suffixes, domains and apps to their formats [VA-06]', () => {
    const verify = { credentials: '123456', serviceId: 's1', loginParams: { endpoint: 'H5' } };
    expect(refuses(verifyCode.request, verify)).toBe(false);
    expect(refuses(verifyCode.request, { ...verify, credentials: '12345' })).toBe(true);
    expect(accepted(checkIdSuffix.request, { serviceId: 's1', idSuffix: '123x' })).toMatchObject({ idSuffix: '123X' });
    expect(refuses(checkIdSuffix.request, { serviceId: 's1', idSuffix: '123*' })).toBe(true);
    expect(accepted(findCompany.request, { domain: 'ACME' })).toEqual({ domain: 'acme', agreed: false });
    expect(refuses(findCompany.request, { domain: 'acme.evil.test/' })).toBe(true);
    expect(refuses(requestQr.request, { thirdparty: 'DING_TALK_EXTERNAL', fingerprint: '' })).toBe(false);
    expect(refuses(requestQr.request, { thirdparty: 'WE_WORK_SCAN_LOGIN', fingerprint: '' })).toBe(true);
  });

  test('requires the two context ids and the two mobile numbers of a bind call to match', () => {
    const ask = {
      credentials: '123456',
      serviceId: 's1',
      mobile: '13800138000',
      principal: '138 0013 8000',
      loginId: 'l1',
      loginParams: password.loginParams,
      userInfoContextId: 'c1',
      data: { userInfoContextId: 'c1' },
    };
    const shape = bindMobileTo.wechat.request;
    expect(refuses(shape, ask)).toBe(false);
    expect(refuses(shape, { ...ask, data: { userInfoContextId: 'c2' } })).toBe(true);
    expect(refuses(shape, { ...ask, principal: '13900139000' })).toBe(true);
  });

  test('requires the recipient of a bind code to match its type', () => {
    expect(refuses(sendBindCode.request, { type: 'MOBILE', credentials: 'mei@x.cn' })).toBe(true);
    expect(refuses(sendBindCode.request, { type: 'EMAIL', credentials: 'mei@x.cn' })).toBe(false);
    expect(refuses(sendBindCode.request, { type: 'EMAIL' })).toBe(false);
    expect(refuses(sendBindCode.request, { type: 'FAX', credentials: 'mei@x.cn' })).toBe(true);
  });

  test('accepts the endpoint of the app client or an empty one', () => {
    for (const endpoint of ['', 'yunzhang_APP']) expect(refuses(checkAuthorisation.request, { endpoint })).toBe(false);
    for (const endpoint of ['PC', '_APP', 'a b_APP'])
      expect(refuses(checkAuthorisation.request, { endpoint })).toBe(true);
  });
});
