import { apiCall } from '@foyer/contract/limits';
import { expect, test } from 'vitest';
import { problemsOf } from '../../test/support/config-problems.ts';
import { readConfig } from './read-config.ts';

const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://sign.example.com' };
const account = { SMS_KEY_ID: 'id', SMS_KEY_SECRET: 'a-long-secret', SMS_SIGN_NAME: '云章' };
const SMS_TEMPLATES = 'code.zh-CN=SMS_1:code:minutes, code.en-US=SMS_2, noAccount.zh-CN=SMS_3, noAccount.en-US=SMS_4';

test('refuses to start in production without SMS_GATEWAY', () => {
  expect(problemsOf(production)).toEqual([
    'SMS_GATEWAY is not given: give aliyun or tencent, or none for a service without text messages',
  ]);
});

test('reports missing settings and templates of a gateway', () => {
  expect(problemsOf({ ...production, SMS_GATEWAY: 'tencent', SMS_KEY_ID: 'id' })).toEqual([
    'SMS_GATEWAY is "tencent": give SMS_KEY_SECRET, SMS_SIGN_NAME, SMS_APP_ID as well',
    'SMS_TEMPLATES has no code.zh-CN, code.en-US, noAccount.zh-CN, noAccount.en-US: give the id of each',
  ]);
});

test.each([
  'code=SMS_1',
  'code.fr=SMS_1',
  'parole.zh-CN=SMS_1',
  'code.zh-CN=',
  'code.zh-CN=SMS 1',
  'code.OTHER.zh-CN=1',
  'notice.RETRIEVE.zh-CN=1',
])('rejects %s as a template', (text) => {
  expect(problemsOf({ SMS_TEMPLATES: text })).toEqual([
    `SMS_TEMPLATES is "${text}": give templates such as code.zh-CN=SMS_1:code:minutes or code.RETRIEVE.zh-CN=SMS_2:code`,
  ]);
});

test('a template for one purpose does not stand for the one of all other codes', () => {
  const templates = SMS_TEMPLATES.replace('code.en-US', 'code.RETRIEVE.en-US');
  const sms = { ...production, ...account, SMS_GATEWAY: 'aliyun' };
  expect(problemsOf({ ...sms, SMS_TEMPLATES: templates })).toEqual([
    'SMS_TEMPLATES has no code.en-US: give the id of each',
  ]);
  const { messaging } = readConfig({ ...sms, SMS_TEMPLATES: `${SMS_TEMPLATES}, code.RETRIEVE.zh-CN=SMS_5:code` });
  expect(messaging.sms).toMatchObject({
    templates: expect.arrayContaining([
      { kind: 'code', purpose: 'RETRIEVE', language: 'zh-CN', id: 'SMS_5', variables: ['code'] },
    ]),
  });
});

test('does not print the secrets of gateways in a problem', () => {
  const lines = problemsOf({ SMS_KEY_SECRET: 'short', SMTP_URL: 'http://me:hunter2@mail', HUMAN_CHECK_SECRET: 'tiny' });
  expect(lines).toHaveLength(3);
  expect(lines.join()).not.toMatch(/short|hunter2|tiny/);
});

test('uses the configured gateway and mail server', () => {
  const { messaging, page } = readConfig({
    ...production,
    ...account,
    SMS_GATEWAY: 'aliyun',
    SMS_TEMPLATES,
    SMTP_URL: 'smtps://me:secret@mail.example.com',
    MAIL_FROM: 'sign@example.com',
  });
  expect(messaging).toMatchObject({
    sms: {
      provider: 'aliyun',
      baseUrl: 'https://dysmsapi.aliyuncs.com',
      keyId: 'id',
      templates: [
        { kind: 'code', language: 'zh-CN', id: 'SMS_1', variables: ['code', 'minutes'] },
        { kind: 'code', language: 'en-US', id: 'SMS_2', variables: [] },
        { kind: 'noAccount' },
        { kind: 'noAccount' },
      ],
    },
    mail: { provider: 'smtp', url: 'smtps://me:secret@mail.example.com', from: 'sign@example.com' },
    timeout: 4000,
  });
  expect(page.methods).toMatchObject({ code: true, register: true });
});

test('offers code login only if SMS or mail is configured', () => {
  const methods = (env: Record<string, string>) => readConfig(env).page.methods;
  expect(methods({})).toMatchObject({ code: true, register: true });
  expect(methods({ ...production, SMS_GATEWAY: 'none' })).toMatchObject({ code: false, register: false });
  expect(methods({ ...production, SMS_GATEWAY: 'none', SMTP_URL: 'smtp://mail' })).toMatchObject({ code: true });
});

test('gives up on a gateway that does not respond before the page gives up on the service [CS-04] [D-26]', () => {
  expect(readConfig({}).messaging.timeout).toBeLessThan(apiCall.timeout);
});
