import type { AlipayAccess } from './alipay-keys.ts';
import { alipayAccount } from '@foyer/sandbox/apps/alipay/alipay-account';
import { people } from '@foyer/sandbox/people';
import { generateKeyPairSync } from 'node:crypto';
import fastify from 'fastify';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { testClock } from '../../../test/support/test-clock.ts';
import { sandboxFor } from '../../../test/support/test-sandbox.ts';
import { ConfigError } from '../../config/config-problems.ts';
import { createAlipay } from './alipay.ts';
import { signatureOf } from './alipay-signature.ts';

const clock = testClock();
const sandbox = await sandboxFor(clock);
const access = sandbox.scanApps.alipay;
const { wallet, fault } = sandbox.apps.alipay.app;
afterAll(() => sandbox.close());
afterEach(() => fault.set('working'));

const alipay = createAlipay(access, clock, 60_000);
const ownerOf = (id: string) => people.find((person) => person.id === id)!.appAccounts!.alipay;

test('builds the link that opens the mini-program, with each level escaped', async () => {
  const linking = createAlipay({ ...access, linkUrl: 'https://ds.alipay.com/' }, clock, 1);
  const link = new URL((await linking.requestQr({ state: 'a&b=c/d' })).url);
  expect(link.origin + link.pathname).toBe('https://ds.alipay.com/');
  expect([...link.searchParams.keys()]).toEqual(['scheme']);
  const target = new URL(link.searchParams.get('scheme')!);
  expect(target.href.split('?')[0]).toBe('alipays://platformapi/startapp');
  expect(Object.fromEntries(target.searchParams)).toEqual({
    appId: access.appId,
    page: 'pages/login/login',
    query: 's=a&b=c/d',
  });
});

test('refuses to start with our own public key in place of Alipay’s', () => {
  const own = alipayAccount.customerPublicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  expect(() => createAlipay({ ...access, alipayPublicKey: own }, clock, 1)).toThrow('ALIPAY_PUBLIC_KEY is our own');
});

describe('the person who opened the mini-program', () => {
  test('is identified by the code of the app, with all ids', async () => {
    expect(await alipay.identify(wallet.authCode(ownerOf('alice')))).toEqual({
      is: 'ok',
      person: { subjects: [{ provider: `alipay.openid.${access.appId}`, subject: ownerOf('alice').openId }] },
    });
    expect(await alipay.identify(wallet.authCode(ownerOf('bob')))).toEqual({
      is: 'ok',
      person: {
        subjects: [
          { provider: `alipay.openid.${access.appId}`, subject: ownerOf('bob').openId },
          { provider: 'alipay.userid', subject: '2088000000000001' },
        ],
      },
    });
  });

  test('is identified once per code', async () => {
    const code = wallet.authCode(ownerOf('alice'));
    expect(await alipay.identify(code)).toMatchObject({ is: 'ok' });
    expect(await alipay.identify(code)).toEqual({ is: 'refused', why: 'isv.code-invalid' });
  });

  test('is not identified for a client with another key', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const key = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
    const otherClient = createAlipay({ ...access, privateKey: key }, clock, 60_000);
    const code = wallet.authCode(ownerOf('alice'));
    expect(await otherClient.identify(code)).toEqual({ is: 'refused', why: 'isv.invalid-signature' });
  });
});

describe('a response', () => {
  const signed = '{"access_token":"a","expires_in":"300","open_id":"person","note":"a\\/b"}';
  const ours = (text: string) => signatureOf(text, alipayAccount.alipayPrivateKey);
  const responseOf = (
    part: string,
    sign: string | undefined = ours(part),
    name = 'alipay_system_oauth_token_response',
  ) => `{"${name}":${part}${sign === undefined ? '' : `,"sign":"${sign}"`}}`;
  const ok = { is: 'ok', person: { subjects: [{ subject: 'person' }] } };
  const notSigned = { is: 'refused', why: 'signature' };

  test('of a published example is accepted with its key only', async () => {
    const alipayPublicKey = [
      'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAv+nhj8wWZ7oa+euvYzujsQeyXR+QtEZ1ZoIKrzUhINHBrvhqwp7yA8OvX7bYbVO4d5',
      '/kthD0Ks5JFi3PVHWFuLuHpKTCu83duRCI3NDzXKSIJ0sn9TYw3AhlJEJQaVNiq7YESPLY1sUDgT4r2SiF/3P17jXG4Aa7Qwd3OyrpyoUHRx2F',
      'yd35oYerBNO6g1uJWpnAeFTNZmQJbQi9FtQOb20Fghvql8KOVZkEghVm96kHQYNyaIxKhCjmH+cvUoPPhERolhMgKvcKr28L290Hk0cve2UQNb',
      'NzH2403oMEq0OzADjt8N1pfMg3xVP/yBP616q7tPxIHqNhbxZ55+O2hQIDAQAB',
    ].join('');
    const body = responseOf(
      '{"access_token":"20120823ac6ffaa4d2d84e7384bf983531473993","auth_start":"2024-01-01 08:08:08","expires_in":3600,"open_id":"074a1CcTG1LelxKe4xQC0zgNdId0nxi95b5lsNpazWYoCo5","re_expires_in":3600,"refresh_token":"20120823ac6ffdsdf2d84e7384bf983531473993"}',
      [
        'W/8anaPnU6J1/dmASVy3Y/a+Bwi6Fn5NREFpQ9CStXZTx06LSEQeqEAcsDymvCs1DRHRtnepow+zCwKClvXUGSP75hftirx6Lb/hrN3FOpw0SG',
        'WCsDi8zRisDYw3NlDfTBDR70+cyfr4+y3gh8tZKCm6vYEpKwLx4c92awG/QK70WPUSyOMwq9sxu1STx1v85ic4XpF1FTYdqWpK0ElFJi8MZwRy',
        '8GhnvghRMbR6XDo2kHkCXUT/K4zfaoL363xSSV5RyIHG2Y0usdgFHnD2afEQf+dE1HfrqKQSlgIKo+Y4l6gqjVtV5JFA5b6DMSOWj4OqpnleXb',
        'XrAzk3rSE9nQ==',
      ].join(''),
    );
    expect(await resultFor(body, { alipayPublicKey })).toMatchObject({
      is: 'ok',
      person: { subjects: [{ subject: '074a1CcTG1LelxKe4xQC0zgNdId0nxi95b5lsNpazWYoCo5' }] },
    });
    expect(await resultFor(body)).toEqual(notSigned);
  });

  test('is verified exactly as written, including escaped slashes', async () => {
    expect(await resultFor(responseOf(signed))).toMatchObject(ok);
    expect(await resultFor(responseOf(signed.replace('\\/', '/'), ours(signed)))).toEqual(notSigned);
    expect(await resultFor(responseOf(` ${signed} `, ours(signed)))).toMatchObject(ok);
  });

  test.each([
    ['no signature', `{"alipay_system_oauth_token_response":${signed}}`],
    ['an empty signature', responseOf(signed, '')],
    ['a signature that is not text', responseOf(signed).replace(/"sign":".*"/, '"sign":null')],
    ['the signature of another response', responseOf(signed, ours('{}'))],
  ])('with %s is refused', async (_, body) => {
    expect(await resultFor(body)).toEqual(notSigned);
  });

  test('with a repeated name is not accepted', async () => {
    const forged = signed.replace('person', 'the victim');
    const body = responseOf(signed).replace(/}$/, `,"alipay_system_oauth_token_response":${forged}}`);
    expect(await resultFor(body)).toEqual({ is: 'noResponse', why: 'HTTP 200' });
  });

  test('without a user id is refused', async () => {
    expect(await resultFor(responseOf('{"access_token":"a","open_id":"","user_id":5}'))).toEqual({
      is: 'refused',
      why: 'no user id',
    });
  });

  test.each(['error_response', 'alipay_system_oauth_token_response'])('may be an error, in %s', async (name) => {
    const error = { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.code-invalid' };
    const refused = { is: 'refused', why: 'isv.code-invalid' };
    const part = JSON.stringify(error);
    expect(await resultFor(responseOf(part, ours(part), name))).toEqual(refused);
    // An error grants nothing, so it need not be signed.
    expect(await resultFor(`{"${name}":${part}}`)).toEqual(refused);
    const busy = JSON.stringify({ ...error, code: '20000', sub_code: 'isp.unknow-error' });
    expect(await resultFor(responseOf(busy, ours(busy), name))).toEqual({ is: 'noResponse', why: 'isp.unknow-error' });
  });

  test('with an error is refused, even if it has a user id', async () => {
    const part = '{"code":"40006","open_id":"person"}';
    expect(await resultFor(responseOf(part))).toEqual({ is: 'refused', why: '40006' });
    expect(await resultFor(responseOf(part.replace('40006', '10000')))).toMatchObject(ok);
    expect(await resultFor(responseOf('{"open_id":"person"}', undefined, 'error_response'))).toEqual({
      is: 'refused',
      why: 'error',
    });
  });

  test.each(['', '<html>', '[]', '{}'])('such as %j counts as no response', async (body) => {
    expect(await resultFor(body)).toEqual({ is: 'noResponse', why: 'HTTP 200' });
  });
});

test('distinguishes a refusing, failing, slow and unreachable gateway', async () => {
  const code = () => wallet.authCode(ownerOf('alice'));
  fault.set('refusing');
  expect(await alipay.identify(code())).toEqual({ is: 'refused', why: 'isv.insufficient-isv-permissions' });
  fault.set('down');
  expect(await alipay.identify(code())).toEqual({ is: 'noResponse', why: 'HTTP 503' });
  fault.set('slow');
  expect(await createAlipay(access, clock, 30).identify(code())).toEqual({ is: 'noResponse', why: 'TimeoutError' });
  const unreachable = createAlipay({ ...access, gatewayUrl: 'http://127.0.0.1:9' }, clock, 60_000);
  expect(await unreachable.identify(code())).toMatchObject({ is: 'noResponse' });
});

test('does not follow a redirect, which would leak the code [ASVS 15.3.2]', async () => {
  const code = wallet.authCode(ownerOf('alice'));
  const gateway = fastify();
  gateway.addContentTypeParser('*', async () => undefined);
  gateway.post('/', ({ url }, reply) => reply.redirect(`${access.gatewayUrl}${url.slice(1)}`, 307));
  const gatewayUrl = await gateway.listen({ host: '127.0.0.1', port: 0 });
  expect(await createAlipay({ ...access, gatewayUrl }, clock, 60_000).identify(code)).toMatchObject({
    is: 'noResponse',
  });
  await gateway.close();
  expect(await alipay.identify(code)).toMatchObject({ is: 'ok' });
});

test('reads the mobile number from the phone', () => {
  expect(alipay.readPhone(wallet.phoneNumber(ownerOf('carol')))).toMatchObject({ is: 'mobile', mobile: '13800138002' });
  expect(alipay.readPhone(wallet.phoneNumber(ownerOf('ivy')))).toEqual({ is: 'notMainland' });
});

test.each([
  ['ALIPAY_PRIVATE_KEY', { privateKey: 'secret' }],
  ['ALIPAY_PUBLIC_KEY', { alipayPublicKey: '' }],
  ['ALIPAY_PHONE_KEY', { phoneKey: 'c2hvcnQ=' }],
])('refuses to start with an invalid %s', (name, wrong) => {
  const start = () => createAlipay({ ...access, ...wrong }, clock, 1);
  expect(start).toThrow(new RegExp(`^${name} is no`));
  expect(start).toThrow(ConfigError);
});

/** The result for a gateway that always responds with this body. */
async function resultFor(body: string, changed: Partial<AlipayAccess> = {}) {
  const gateway = fastify();
  gateway.addContentTypeParser('*', async () => undefined);
  gateway.post('/', (_, reply) => reply.type('text/html').send(body));
  const gatewayUrl = await gateway.listen({ host: '127.0.0.1', port: 0 });
  const answer = await createAlipay({ ...access, ...changed, gatewayUrl }, clock, 60_000).identify('code');
  await gateway.close();
  return answer;
}
