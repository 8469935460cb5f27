import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { problemsOf } from '../../test/support/config-problems.ts';
import { readConfig } from './read-config.ts';

const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://sign.example.com', SMS_GATEWAY: 'none' };
const wechat = { WECHAT_APP_ID: 'wx1', WECHAT_SECRET: 'a-secret', WECHAT_TOKEN: 'token' };
const dingtalk = { DINGTALK_CLIENT_ID: 'ding1', DINGTALK_CLIENT_SECRET: 'a-secret' };

const key = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const [ours, theirs] = [key(), key()];
const alipay = {
  ALIPAY_APP_ID: '2021',
  ALIPAY_PRIVATE_KEY: ours.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  ALIPAY_PUBLIC_KEY: theirs.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  ALIPAY_PHONE_KEY: Buffer.alloc(16).toString('base64'),
};

describe('a scan app', () => {
  test('is offered if it is configured; the sandbox offers all of them', () => {
    expect(readConfig({}).page).toMatchObject({
      methods: { scan: ['wechat', 'dingtalk', 'alipay'] },
      phone: '/sandbox/phone',
    });
    expect(readConfig(production).page).toMatchObject({ methods: { scan: [] } });
    expect(readConfig(production).page).not.toHaveProperty('phone');
    expect(readConfig({ ...production, ...dingtalk }).page.methods.scan).toEqual(['dingtalk']);
    expect(readConfig({ ...production, ...alipay, ...wechat }).page.methods.scan).toEqual(['wechat', 'alipay']);
  });

  test('is offered where SCAN_APPS names it, in its order', () => {
    const scanOf = (env: Record<string, string>) => readConfig(env).page.methods.scan;
    expect(scanOf({ SCAN_APPS: 'alipay, wechat' })).toEqual(['alipay', 'wechat']);
    const configured = { ...production, ...dingtalk, ...wechat };
    expect(scanOf({ ...configured, SCAN_APPS: 'alipay,dingtalk,wechat' })).toEqual(['dingtalk', 'wechat']);
    const { page, scan } = readConfig({ ...configured, SCAN_APPS: 'wechat' });
    expect(page.methods.scan).toEqual(['wechat']);
    expect(Object.keys(scan.apps), 'its settings alone do not open the calls of an app').toEqual(['wechat']);
  });

  test.each([
    ['wechat,line', /^SCAN_APPS is "wechat,line": give one of .*\bdingtalk\b/],
    ['wechat,alipay,wechat', /^SCAN_APPS is "wechat,alipay,wechat": name each one once$/],
  ])('stops the start when SCAN_APPS is %s', (SCAN_APPS, line) => {
    expect(problemsOf({ SCAN_APPS })).toEqual([expect.stringMatching(line)]);
  });

  test('takes precedence over the sandbox when configured', () => {
    expect(readConfig({ ...wechat }).scan.apps).toEqual({
      wechat: expect.objectContaining({ appId: 'wx1', apiUrl: 'https://api.weixin.qq.com', aesKeys: [] }),
    });
  });

  test.each([
    [{ WECHAT_APP_ID: 'wx1' }, 'WECHAT_APP_ID is given: give WECHAT_SECRET, WECHAT_TOKEN as well, or none of them'],
    [
      { WECHAT_AES_KEYS: 'A'.repeat(43) },
      'WECHAT_AES_KEYS is given: give WECHAT_APP_ID, WECHAT_SECRET, WECHAT_TOKEN as well, or none of them',
    ],
    [
      { DINGTALK_CLIENT_SECRET: 'a-secret' },
      'DINGTALK_CLIENT_SECRET is given: give DINGTALK_CLIENT_ID as well, or none of them',
    ],
    [{ ...alipay, ALIPAY_PHONE_KEY: '' }, 'ALIPAY_APP_ID is given: give ALIPAY_PHONE_KEY as well, or none of them'],
    [
      { ...wechat, WECHAT_AES_KEYS: 'short' },
      'WECHAT_AES_KEYS is "…": give keys of 43 letters and digits, with commas between',
    ],
    [
      { COUNTRY_HEADER: 'cf-ipcountry' },
      'COUNTRY_HEADER is given: give TRUSTED_PROXIES as well, or any client could claim a country',
    ],
    [{ COUNTRY_HEADER: 'a b' }, 'COUNTRY_HEADER is "a b": give the name of a header such as cf-ipcountry'],
  ])('stops the start when configured incompletely: %j', (env, line) => {
    expect(problemsOf({ ...production, ...env })).toEqual([line]);
  });

  test('stops the start when a key is invalid', () => {
    expect(problemsOf({ ...production, ...alipay, ALIPAY_PHONE_KEY: 'c2hvcnQgc2hvcnQgc2hvcnQ=' })[0]).toMatch(
      /^ALIPAY_PHONE_KEY is no AES key/,
    );
    expect(problemsOf({ ...production, ...alipay, ALIPAY_PUBLIC_KEY: 'x' })[0]).toMatch(
      /^ALIPAY_PUBLIC_KEY is no RSA public key/,
    );
    expect(problemsOf({ ...production, ...alipay })).toEqual([]);
  });
});
