import { readPublicKey } from './alipay-keys.ts';
import { alipayAccount, alipayAccess } from '@foyer/sandbox/apps/alipay/alipay-account';
import { createCipheriv } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readAlipayPhone } from './alipay-phone.ts';
import { signatureOf } from './alipay-signature.ts';

const key = readPublicKey(alipayAccess('', '').alipayPublicKey)!;
const { phoneKey, alipayPrivateKey } = alipayAccount;
const read = (payload: unknown) =>
  readAlipayPhone(typeof payload === 'string' ? payload : JSON.stringify(payload), key, phoneKey);

const encrypted = (plain: string, by = phoneKey) => {
  const cipher = createCipheriv('aes-128-cbc', by, Buffer.alloc(16));
  return Buffer.concat([cipher.update(plain), cipher.final()]).toString('base64');
};
const sealed = (plain: string, by = phoneKey) => {
  const response = encrypted(plain, by);
  return { response, sign: signatureOf(`"${response}"`, alipayPrivateKey) };
};
const numbered = (mobile: string) => JSON.stringify({ code: '10000', msg: 'Success', mobile });

test('decrypts a published example', () => {
  const exampleKey = readPublicKey(
    [
      'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAv+nhj8wWZ7oa+euvYzujsQeyXR+QtEZ1ZoIKrzUhINHBrvhqwp7yA8OvX7bYbVO4d5',
      '/kthD0Ks5JFi3PVHWFuLuHpKTCu83duRCI3NDzXKSIJ0sn9TYw3AhlJEJQaVNiq7YESPLY1sUDgT4r2SiF/3P17jXG4Aa7Qwd3OyrpyoUHRx2F',
      'yd35oYerBNO6g1uJWpnAeFTNZmQJbQi9FtQOb20Fghvql8KOVZkEghVm96kHQYNyaIxKhCjmH+cvUoPPhERolhMgKvcKr28L290Hk0cve2UQNb',
      'NzH2403oMEq0OzADjt8N1pfMg3xVP/yBP616q7tPxIHqNhbxZ55+O2hQIDAQAB',
    ].join(''),
  )!;
  const response = '4AOYHE0rpPnRnghunsGo+mY02DzANFLwNJJCiHfrNh0anWtEfIkW8UnQL7FKKxJaUQDdyCRTzJa2TRBbKJaqzg==';
  const sign = [
    'f6YNHDoT2D5pGM/ZzAyPT0ALjiocYBVNfUUUQwZINCpnkpr4ouBQLogbxfev51K//BgQjfZyxgzmrtymDx8kNgKLc3jS822x2nARSm5+A9JuvS',
    'bS+5nG312lqVviUb9LU5m5MKM6SiZc5ailqOHRZNezhK3/OjQ0Zhj6RVT5cxALTODewDgkJEzepv6znMkWl9+1BdHTGrD3fVxcFS4ojEwG13ij',
    'KGTLGEW8Q+G5aCXWVW32XGxfIp22UHYUuMh6VNb4r3ATukenBrOv/KU/juq1SurTaKZuw8KM5fvffVV/aJpp0Ww92QiVHWm3S1o88JLRjUfxuC',
    'WmKsRBsqkG+A==',
  ].join('');
  const aesKey = Buffer.from('aYA0GP8JEW+D7/UFaskCWA==', 'base64');
  expect(readAlipayPhone(JSON.stringify({ response, sign }), exampleKey, aesKey)).toEqual({
    is: 'mobile',
    mobile: '13800138000',
    ciphertext: response,
  });
});

test('accepts mainland numbers only', () => {
  expect(read(sealed(numbered('13800138000')))).toMatchObject({ is: 'mobile', mobile: '13800138000' });
  for (const number of ['852-61234567', '+8613800138000', '12345678901', '1380013800', ''])
    expect([number, read(sealed(numbered(number)))]).toEqual([number, { is: 'notMainland' }]);
});

describe('refuses a payload that Alipay did not sign', () => {
  const good = sealed(numbered('13800138000'));
  const other = sealed(numbered('13900139000'));

  test.each([
    ['no signature', { response: good.response }],
    ['an empty signature', { ...good, sign: '' }],
    ['a signature that is not text', { ...good, sign: 1 }],
    ['the signature of another payload', { ...good, sign: other.sign }],
    ['a signature without the quotes', { ...good, sign: signatureOf(good.response, alipayPrivateKey) }],
    ['no ciphertext', { ...good, response: null }],
  ])('%s', (_, payload) => {
    expect(read(payload)).toEqual({ is: 'refused', why: 'signature' });
  });

  test('with two payloads in one', () => {
    const twice = `{"response":"${good.response}","sign":"${good.sign}","response":"${other.response}"}`;
    expect(read(twice)).toEqual({ is: 'refused', why: 'unreadable' });
  });

  test.each(['', 'null', '[]', '{}', '<html>', '"text"'])('%j', (payload) => {
    expect(read(payload)).toEqual({ is: 'refused', why: 'unreadable' });
  });
});

test('returns the code of an error, encrypted or not', () => {
  const response = { code: '40003', msg: 'Insufficient Conditions', subCode: 'isv.invalid-auth-relations' };
  const expected = { is: 'refused', why: 'isv.invalid-auth-relations' };
  expect(read(sealed(JSON.stringify(response)))).toEqual(expected);
  expect(read({ response })).toEqual(expected);
  expect(read({ response: JSON.stringify(response) })).toEqual(expected);
  expect(read({ response: { code: '20000' } })).toEqual({ is: 'refused', why: '20000' });
});

test('ignores a number beside an error', () => {
  const response = { code: '40003', mobile: '13800138000' };
  expect(read(sealed(JSON.stringify(response)))).toEqual({ is: 'refused', why: '40003' });
});

test('refuses a payload that was encrypted with another key or is not JSON', () => {
  const wrong = sealed(numbered('13800138000'), Buffer.from('another-aes-key.'));
  expect(read(wrong)).toMatchObject({ is: 'refused' });
  expect(read(sealed('13800138000'))).toEqual({ is: 'refused', why: 'unreadable' });
});
