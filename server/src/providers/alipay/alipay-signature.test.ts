import { readPrivateKey, readPublicKey } from './alipay-keys.ts';
import { alipayAccess } from '@foyer/sandbox/apps/alipay/alipay-account';
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isSigned, signatureOf, signedContent } from './alipay-signature.ts';

/** A published example: its strings, their signatures and the public key. */
const exampleKey = readPublicKey(
  [
    'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA4t8r3X6HN962wshZGHBF+VJqTpZYybzaAhErRb2duzPDN4HLpSPlurgcPYc2fIzlAg',
    'Inp0+DBBCQGQl1RiDcHq7zWiuI6hJdCt73koILn0XfewVnlB/zbRKoahsoc9e7p4uO5YRVwwNpNMPDkM2iZEmaa/TgX06xdJDrgmivpvRIfIWf',
    'RjQxFRhikrgfVuvbDFHXpFy4qlKRb/dBw1t3qXTBYLfxvG4fhkihSd9iqDbZF4aXgkQiWBOhDyBFOYtoGXQ9//wlRtMwJRiD3evtkixibQYdHQ',
    'U7phmFqG02Szjo4hto0zj2Ktf4WAN2KWUzkQc545Vc8oe+w8PcOn0/RQIDAQAB',
  ].join(''),
)!;

const common = {
  version: '1.0',
  timestamp: '2024-01-01 08:08:08',
  sign_type: 'RSA2',
  format: 'JSON',
  charset: 'utf-8',
  app_id: '2021000000000001',
};

describe('the signature of a request', () => {
  test('matches a published token request', () => {
    const content = signedContent({
      ...common,
      sign: 'not signed itself',
      grant_type: 'authorization_code',
      code: '4b203fe6c11548bcabd8da5bb087a83b',
      method: 'alipay.system.oauth.token',
      app_auth_token: '',
    });
    expect(content).toBe(
      'app_id=2021000000000001&charset=utf-8&code=4b203fe6c11548bcabd8da5bb087a83b&format=JSON&grant_type=authorization_code&method=alipay.system.oauth.token&sign_type=RSA2&timestamp=2024-01-01 08:08:08&version=1.0',
    );
    const signature = [
      'M4/WX18QLfputZR1E32hdXonJuJv4VkWZPrP9obkQCywwJYxNxeMGBJjvnbG6j92q8TyUP415I28bvtPFRDub5clOaBKczNYftim+wWD8W9mMe',
      'i7qVqZfIUMe1mwRH75ed8SaM8q1aX8HZGZd9oXI2Av1nYLCu/wHRY48rgdedBO9/YuSsRumFdDq0zRoplCVcZpceNwc3vUbmphKp5WGn3d/G/Q',
      'BrGXV+GYFYe7tjwUVExPojCZtWeOF5K9x0cmCWDqffVNuro6i17epm089B4bSNlkH9xrPVA2OqpFlm1eaYC1slpFo7NjtGsgfIpxGPHuoad0Y1',
      'jozqmx06s4FQ==',
    ].join('');
    expect(isSigned(content, signature, exampleKey)).toBe(true);
    expect(isSigned(`${content} `, signature, exampleKey)).toBe(false);
  });

  test('matches a published request with Chinese and escaped characters', () => {
    const content = signedContent({
      ...common,
      method: 'alipay.open.app.qrcode.create',
      biz_content: '{"url_param":"pages/login/login","query_param":"s=0123456789abcdef","describe":"登录"}',
    });
    const signature = [
      '2QA51ikWbSGEcD6Fn0M3+utNCmcYPAZmFxBevSHvlzrNYA/spa7omsgAp/q8/G6yOWkbvzjp2qyLEX1cmxThHfq/VKBMpLIMCjc7zXnP/8zu5b',
      '+X1zvC0McSW9y14OCayeXMk1eWR0GjCSuHAoHPj+rfjpnQfXwT1/onFpOweCUD69+c/3r1SVvtqDvT2+GrlSp3jXcoHvHoV/w/ev7aP6ag/xs9',
      'cZcTmx1RgnO4kSLTafyOPaN5rxqJLGIr2mwZDApJHRX8zuXZw/zIepDZl/cgB6teXAG4lDGiQYAw9DoR/O66/uavVZeNSGAf7b0wTi+pCeqKUf',
      '7VlQRWUDYZ2A==',
    ].join('');
    expect(isSigned(content, signature, exampleKey)).toBe(true);
  });
});

describe('a key', () => {
  const { privateKey, alipayPublicKey } = alipayAccess('', '');
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' });
  const signature = signatureOf('text', key);
  const pem = (type: 'pkcs1' | 'pkcs8') => key.export({ format: 'pem', type }).toString();

  test.each([
    ['PKCS#8', privateKey],
    ['PKCS#1', key.export({ format: 'der', type: 'pkcs1' }).toString('base64')],
    ['PKCS#8 with its lines', pem('pkcs8')],
    ['PKCS#1 with its lines', pem('pkcs1')],
    ['PKCS#1 with its lines spelled out', pem('pkcs1').replaceAll('\n', String.raw`\n`)],
  ])('is read as %s', (_, text) => {
    expect(signatureOf('text', readPrivateKey(text)!)).toBe(signature);
  });

  test('is rejected when it is not an RSA key of the right kind', () => {
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const other = curve.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
    for (const text of ['', 'secret', alipayPublicKey, other]) expect(readPrivateKey(text)).toBeUndefined();
    for (const text of ['', 'secret', privateKey]) expect(readPublicKey(text)).toBeUndefined();
    expect(readPublicKey(alipayPublicKey)?.asymmetricKeyType).toBe('rsa');
  });
});
