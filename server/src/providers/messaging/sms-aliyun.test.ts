import { smsAccess } from '@foyer/sandbox/sms/sms-account';
import fastify from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { testClock } from '../../../test/support/test-clock.ts';
import { sandboxFor } from '../../../test/support/test-sandbox.ts';
import type { Delivery, FailureKind } from './delivery.ts';
import { acs3Headers, aliyunSms } from './sms-aliyun.ts';

const clock = testClock();
const sandbox = await sandboxFor(clock);
afterAll(() => sandbox.close());

const code = {
  kind: 'code',
  to: '13800138000',
  language: 'zh-CN',
  values: { code: '123456', minutes: '5', host: 'sign.example.com' },
} as const;
const access = sandbox.sms.aliyun;

describe('the signature of a request', () => {
  const key = { keyId: 'YourAccessKeyId', keySecret: 'YourAccessKeySecret' };
  const when = { nonce: '3156853299f313e23d1673dc12e1703d', date: '2023-10-26T10:22:32Z' };

  test('matches the documented example', () => {
    const { authorization } = acs3Headers({
      ...key,
      ...when,
      host: 'ecs.cn-shanghai.aliyuncs.com',
      action: 'RunInstances',
      version: '2014-05-26',
      query: { ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd', RegionId: 'cn-shanghai' },
    });
    expect(authorization).toBe(
      'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
    );
  });

  test('covers a message with escaped characters', () => {
    const { authorization } = acs3Headers({
      ...key,
      ...when,
      host: 'dysmsapi.aliyuncs.com',
      action: 'SendSms',
      version: '2017-05-25',
      query: {
        PhoneNumbers: '13800138000',
        SignName: '签约测试',
        TemplateCode: 'SMS_123456789',
        TemplateParam: '{"code":"123456"}',
      },
    });
    expect(authorization).toMatch(/Signature=ecad87f2d717daeca5a52a3b7a2dbdd1fbafd29c3bf80a234ed12e639f2ec495$/);
  });
});

test('sends a message in the requested language', async () => {
  const send = aliyunSms(access, clock, 60_000);
  expect(await send(code)).toEqual({ is: 'accepted' });
  expect(await send({ ...code, language: 'en-US' })).toEqual({ is: 'accepted' });
  const [english, chinese] = sandbox.outbox.sent('13800138000');
  expect([chinese?.language, english?.language]).toEqual(['zh-CN', 'en-US']);
  expect(chinese?.text).toMatch(/@sign\.example\.com #123456$/);
});

test('reports a wrong secret with the gateway’s code', async () => {
  expect(await aliyunSms({ ...access, keySecret: 'wrong' }, clock, 60_000)(code)).toEqual({
    is: 'failed',
    kind: 'other',
    why: 'SignatureDoesNotMatch',
  });
  expect(await aliyunSms({ ...access, keyId: 'unknown' }, clock, 60_000)(code)).toEqual({
    is: 'failed',
    kind: 'other',
    why: 'InvalidAccessKeyId.NotFound',
  });
  expect(await aliyunSms({ ...access, templates: [] }, clock, 60_000)(code)).toEqual({
    is: 'failed',
    kind: 'template',
    why: 'no template code.zh-CN',
  });
});

test('reports no response for a slow or unreachable gateway', async () => {
  sandbox.fault.set('slow');
  expect(await aliyunSms(access, clock, 30)(code)).toEqual({ is: 'noResponse', why: 'TimeoutError' });
  sandbox.fault.set('down');
  expect(await aliyunSms(access, clock, 60_000)(code)).toEqual({ is: 'noResponse', why: 'HTTP 503' });
  sandbox.fault.set('working');
  const unreachable = smsAccess('http://127.0.0.1:9').aliyun;
  expect(await aliyunSms(unreachable, clock, 60_000)(code)).toMatchObject({ is: 'noResponse' });
});

const failed = (kind: FailureKind, why: string): [string, string, Delivery] => [why, '', { is: 'failed', kind, why }];

test.each<[string, string, Delivery]>([
  ['isv.MOBILE_NUMBER_ILLEGAL', '', { is: 'cannotReceive' }],
  ['isv.BLACK_KEY_CONTROL_LIMIT', '', { is: 'cannotReceive' }],
  ['isv.DOMESTIC_NUMBER_NOT_SUPPORTED', '', { is: 'cannotReceive' }],
  ['isv.BUSINESS_LIMIT_CONTROL', '触发分钟级流控Permits:1', { is: 'tooFrequent', retryAfter: 60 }],
  ['isv.BUSINESS_LIMIT_CONTROL', '触发小时级流控Permits:5', { is: 'tooFrequent', retryAfter: 3600 }],
  ['isv.BUSINESS_LIMIT_CONTROL', '触发天级流控Permits:10', { is: 'tooFrequent', retryAfter: 86_400 }],
  failed('balance', 'isv.AMOUNT_NOT_ENOUGH'),
  failed('balance', 'isv.OUT_OF_SERVICE'),
  failed('template', 'isv.SMS_TEMPLATE_ILLEGAL'),
  failed('template', 'isv.TEMPLATE_MISSING_PARAMETERS'),
  failed('signature', 'isv.SMS_SIGNATURE_ILLEGAL'),
  failed('signature', 'isv.SIGN_STATE_ILLEGAL'),
  failed('throttling', 'isv.DAY_LIMIT_CONTROL'),
  failed('throttling', 'Throttling.User'),
  failed('other', 'isp.SYSTEM_ERROR'),
])('%s %s', async (Code, Message, expected) => {
  const gateway = fastify();
  gateway.post('/', async () => ({ Code, Message, RequestId: 'r' }));
  const baseUrl = await gateway.listen({ host: '127.0.0.1', port: 0 });
  expect(await aliyunSms({ ...access, baseUrl }, clock, 60_000)(code)).toEqual(expected);
  await gateway.close();
});

test('does not follow a redirect, which would leak the message [ASVS 15.3.2]', async () => {
  const gateway = fastify();
  gateway.post('/', (_, reply) => reply.redirect(`${access.baseUrl}/`, 307));
  const baseUrl = await gateway.listen({ host: '127.0.0.1', port: 0 });
  const before = sandbox.outbox.sent().length;
  expect(await aliyunSms({ ...access, baseUrl }, clock, 60_000)(code)).toMatchObject({ is: 'noResponse' });
  expect(sandbox.outbox.sent()).toHaveLength(before);
  await gateway.close();
});
