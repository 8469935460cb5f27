import fastify from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { testClock } from '../../../test/support/test-clock.ts';
import { sandboxFor } from '../../../test/support/test-sandbox.ts';
import type { Delivery, FailureKind } from './delivery.ts';
import { tc3Headers, tencentSms } from './sms-tencent.ts';

const clock = testClock();
const sandbox = await sandboxFor(clock);
afterAll(() => sandbox.close());

const code = {
  kind: 'code',
  to: '13800138000',
  language: 'zh-CN',
  values: { host: 'sign.example.com', code: '123456', minutes: '5' },
} as const;
const access = sandbox.sms.tencent;

describe('the signature of a request', () => {
  test('matches the documented example', () => {
    const { authorization } = tc3Headers({
      keyId: `AKID${'*'.repeat(32)}`,
      keySecret: '*'.repeat(32),
      host: 'cvm.tencentcloudapi.com',
      service: 'cvm',
      action: 'DescribeInstances',
      timestamp: 1551113065,
      body: '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
    });
    expect(authorization).toBe(
      `TC3-HMAC-SHA256 Credential=AKID${'*'.repeat(32)}/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host;x-tc-action, Signature=10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f`,
    );
  });

  test('covers a message', () => {
    const { authorization } = tc3Headers({
      keyId: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE',
      keySecret: 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE',
      host: 'sms.tencentcloudapi.com',
      service: 'sms',
      action: 'SendSms',
      timestamp: 1551113065,
      body: '{"PhoneNumberSet":["+8613800138000"],"SmsSdkAppId":"1400006666","SignName":"签约测试","TemplateId":"1110","TemplateParamSet":["123456","5"]}',
    });
    expect(authorization).toMatch(/Signature=cda7eef9a3f09b7a50aecc96327256b63e05cfc0aad932979276dec6e7501539$/);
  });
});

test('sends a message with its variables in the order of the template', async () => {
  expect(await tencentSms(access, clock, 60_000)(code)).toEqual({ is: 'accepted' });
  expect(sandbox.outbox.sent('13800138000')[0]?.text).toBe(
    '【云章】您的验证码为 123456，5 分钟内有效，请勿告知他人。\n\n@sign.example.com #123456',
  );
});

test('names the purpose of a code where there is a template for it, or a variable', async () => {
  const send = (templates: typeof access.templates, purpose: 'RETRIEVE' | 'REGISTER') =>
    tencentSms({ ...access, templates }, clock, 60_000)({ ...code, purpose, more: { purpose: '重置密码' } });
  const lastText = () => sandbox.outbox.sent('13800138000')[0]?.text;
  expect(await send(access.templates, 'RETRIEVE')).toEqual({ is: 'accepted' });
  expect(lastText()).toMatch(/^【云章】您正在重置密码，验证码为 123456，/);
  expect(await send(access.templates, 'REGISTER')).toEqual({ is: 'accepted' });
  expect(lastText()).toMatch(/^【云章】您的验证码为 123456，/);
  const only = access.templates.filter(({ kind, purpose }) => kind === 'code' && !purpose);
  expect(await send(only, 'RETRIEVE')).toEqual({ is: 'accepted' });
  expect(lastText()).toMatch(/^【云章】您的验证码为 123456，/);
  // The sandbox writes the third variable behind @.
  const named = only.map((template) => ({ ...template, variables: ['code', 'minutes', 'purpose'] }));
  expect(await send(named, 'RETRIEVE')).toEqual({ is: 'accepted' });
  expect(lastText()).toContain('@重置密码 ');
});

test('reports a wrong secret with the gateway’s code', async () => {
  expect(await tencentSms({ ...access, keySecret: 'wrong' }, clock, 60_000)(code)).toEqual({
    is: 'failed',
    kind: 'other',
    why: 'AuthFailure.SignatureFailure',
  });
  expect(await tencentSms({ ...access, appId: '1' }, clock, 60_000)(code)).toEqual({
    is: 'failed',
    kind: 'other',
    why: 'UnauthorizedOperation.SmsSdkAppIdVerifyFail',
  });
});

test('reports no response for a slow or unreachable gateway', async () => {
  sandbox.fault.set('slow');
  expect(await tencentSms(access, clock, 30)(code)).toEqual({ is: 'noResponse', why: 'TimeoutError' });
  sandbox.fault.set('down');
  expect(await tencentSms(access, clock, 60_000)(code)).toEqual({ is: 'noResponse', why: 'HTTP 503' });
  sandbox.fault.set('working');
});

const failed = (kind: FailureKind, why: string): [string, Delivery] => [why, { is: 'failed', kind, why }];

test.each<[string, Delivery]>([
  ['InvalidParameterValue.IncorrectPhoneNumber', { is: 'cannotReceive' }],
  ['FailedOperation.PhoneNumberInBlacklist', { is: 'cannotReceive' }],
  ['LimitExceeded.PhoneNumberThirtySecondLimit', { is: 'tooFrequent', retryAfter: 30 }],
  ['LimitExceeded.PhoneNumberOneHourLimit', { is: 'tooFrequent', retryAfter: 3600 }],
  ['LimitExceeded.PhoneNumberDailyLimit', { is: 'tooFrequent', retryAfter: 86_400 }],
  failed('balance', 'FailedOperation.InsufficientBalanceInSmsPackage'),
  failed('template', 'FailedOperation.TemplateIncorrectOrUnapproved'),
  failed('signature', 'FailedOperation.SignatureIncorrectOrUnapproved'),
  failed('throttling', 'RequestLimitExceeded'),
  failed('other', 'FailedOperation.ContainSensitiveWord'),
])('%s, of the number and of the whole request', async (Code, expected) => {
  const gateway = fastify();
  const answers = [{ SendStatusSet: [{ Code }] }, { Error: { Code } }];
  gateway.post('/', async () => ({ Response: { ...answers.shift(), RequestId: 'r' } }));
  const baseUrl = await gateway.listen({ host: '127.0.0.1', port: 0 });
  const send = tencentSms({ ...access, baseUrl }, clock, 60_000);
  expect([await send(code), await send(code)]).toEqual([expected, expected]);
  await gateway.close();
});
