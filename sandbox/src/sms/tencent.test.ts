import Fastify, { type InjectOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import { createOutbox } from '../outbox/outbox.ts';
import { smsAccount } from './sms-account.ts';
import { createFault } from '../fault/fault.ts';
import { tc3Date, tc3Signature } from './tc3.ts';
import { tencentRoutes } from './tencent.ts';

const timestamp = 1551113065;
const keys = { secretId: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE', secretKey: 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE' };
const account = {
  ...smsAccount,
  tencent: { ...keys, sdkAppId: '1400006666' },
  signNames: ['签约测试'],
  templates: [
    {
      kind: 'code',
      aliyunCode: '',
      tencentId: '1110',
      language: 'zh-CN',
      text: '{code}，{minutes} 分钟',
      parameters: ['code', 'minutes'],
    } as const,
  ],
};

async function open() {
  let now = timestamp * 1000;
  const outbox = createOutbox(() => now);
  const fault = createFault();
  const app = Fastify();
  await app.register(tencentRoutes, { account, outbox, fault, now: () => now, prefix: '/sms/tencent' });
  const send = async (request: InjectOptions = sendSms()) =>
    (await app.inject({ method: 'POST', url: '/sms/tencent/', ...request })).json();
  return { send, outbox, fault, move: (ms: number) => void (now += ms) };
}

const parameters = {
  PhoneNumberSet: ['+8613800138000'],
  SmsSdkAppId: '1400006666',
  SignName: '签约测试',
  TemplateId: '1110',
  TemplateParamSet: ['123456', '5'],
};

function sendSms(changes: object | string = {}, other: Record<string, string> = {}, service = 'sms') {
  const payload = typeof changes === 'string' ? changes : JSON.stringify({ ...parameters, ...changes });
  const signed = {
    'content-type': 'application/json; charset=utf-8',
    host: 'sms.tencentcloudapi.com',
    'x-tc-action': other['x-tc-action'] ?? 'SendSms',
  };
  const signature = tc3Signature({ service, timestamp, headers: signed, body: payload }, keys.secretKey);
  const scope = `${keys.secretId}/${tc3Date(timestamp)}/${service}/tc3_request`;
  const authorization = `TC3-HMAC-SHA256 Credential=${scope}, SignedHeaders=content-type;host;x-tc-action, Signature=${signature}`;
  const rest = { 'x-tc-version': '2021-01-11', 'x-tc-region': 'ap-guangzhou', 'x-tc-timestamp': String(timestamp) };
  return { headers: { ...signed, ...rest, ...other, authorization }, payload };
}

const refusal = (code: string) => ({ Response: { Error: { Code: code }, RequestId: expect.any(String) } });

describe('Tencent Cloud', () => {
  test('delivers a request whose signature was computed independently', async () => {
    const { send, outbox } = await open();
    const request = sendSms();
    expect(request.headers.authorization).toContain(
      'Signature=cda7eef9a3f09b7a50aecc96327256b63e05cfc0aad932979276dec6e7501539',
    );
    expect(await send(request)).toMatchObject({
      Response: { SendStatusSet: [{ Code: 'Ok', PhoneNumber: '+8613800138000', Fee: 1, IsoCode: 'CN' }] },
    });
    expect(outbox.sent()).toMatchObject([{ to: '13800138000', text: '【签约测试】123456，5 分钟', code: '123456' }]);
  });

  const { headers, payload } = sendSms();
  const { authorization } = headers;
  const { authorization: _, ...unsigned } = headers;
  const flipped = authorization.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  const altered = (change: Record<string, string>) => ({ headers: { ...headers, ...change } });
  test.each([
    ['another signature', altered({ authorization: flipped }), 'AuthFailure.SignatureFailure'],
    ['another body', { payload: payload.replace('123456', '123457') }, 'AuthFailure.SignatureFailure'],
    ['another host', altered({ host: 'localhost' }), 'AuthFailure.SignatureFailure'],
    ['another second', altered({ 'x-tc-timestamp': String(timestamp + 1) }), 'AuthFailure.SignatureFailure'],
    [
      'another service',
      altered({ authorization: authorization.replace('/sms/', '/cvm/') }),
      'AuthFailure.SignatureFailure',
    ],
    ['another key', altered({ authorization: authorization.replace('AKID', 'BKID') }), 'AuthFailure.SecretIdNotFound'],
    ['another signature scheme', altered({ authorization: 'Basic eA==' }), 'AuthFailure.InvalidAuthorization'],
    ['no signature', { headers: unsigned }, 'MissingParameter'],
  ])('refuses %s', async (_title, change, code) => {
    const { send, outbox } = await open();
    expect(await send({ headers, payload, ...change })).toMatchObject(refusal(code));
    expect(outbox.sent()).toEqual([]);
  });

  test('refuses a valid signature for another service', async () => {
    const { send } = await open();
    expect(await send(sendSms({}, {}, 'cvm'))).toMatchObject(refusal('AuthFailure.SignatureFailure'));
  });

  test('answers that the account has no balance in the fault mode refusing', async () => {
    const { send, fault, outbox } = await open();
    fault.set('refusing');
    const Code = 'FailedOperation.InsufficientBalanceInSmsPackage';
    expect(await send()).toMatchObject({ Response: { SendStatusSet: [{ Code, Fee: 0 }] } });
    expect(outbox.sent()).toEqual([]);
  });

  test('accepts a request up to 5 minutes old', async () => {
    const { send, move } = await open();
    move(5 * 60_000);
    expect(await send()).toMatchObject({ Response: { SendStatusSet: [{ Code: 'Ok' }] } });
    move(1);
    expect(await send()).toMatchObject(refusal('AuthFailure.SignatureExpire'));
  });

  test.each([
    [{ PhoneNumberSet: undefined }, 'MissingParameter'],
    [{ SignName: undefined }, 'MissingParameter'],
    ['[]', 'InvalidParameter'],
    ['{', 'InvalidParameter'],
    [{ TemplateParamSet: [123456] }, 'InvalidParameter'],
    [{ PhoneNumberSet: [] }, 'LimitExceeded.PhoneNumberCountLimit'],
    [{ SmsSdkAppId: '1' }, 'UnauthorizedOperation.SmsSdkAppIdVerifyFail'],
  ])('refuses the whole request for %j with %s', async (changes, code) => {
    const { send, outbox } = await open();
    expect(await send(sendSms(changes))).toMatchObject(refusal(code));
    expect(outbox.sent()).toEqual([]);
  });

  test.each([
    [{ SignName: '别人' }, 'FailedOperation.SignatureIncorrectOrUnapproved'],
    [{ TemplateId: '1' }, 'FailedOperation.TemplateIncorrectOrUnapproved'],
    [{ TemplateParamSet: ['123456'] }, 'FailedOperation.TemplateParamSetNotMatchApprovedTemplate'],
    [{ TemplateParamSet: ['1', '2', '3'] }, 'FailedOperation.TemplateParamSetNotMatchApprovedTemplate'],
  ])('refuses each number for %j with %s', async (changes, Code) => {
    const { send, outbox } = await open();
    expect(await send(sendSms(changes))).toMatchObject({ Response: { SendStatusSet: [{ Code, Fee: 0 }] } });
    expect(outbox.sent()).toEqual([]);
  });

  test('sends to the valid number and reports the invalid one', async () => {
    const { send, outbox } = await open();
    const response = await send(sendSms({ PhoneNumberSet: ['+8613800138000', '+861234'], SessionContext: 'mine' }));
    expect(response.Response.SendStatusSet).toMatchObject([
      { Code: 'Ok', SessionContext: 'mine' },
      { Code: 'InvalidParameterValue.IncorrectPhoneNumber', PhoneNumber: '+861234' },
    ]);
    expect(outbox.sent()).toHaveLength(1);
  });

  test('refuses any other action or version', async () => {
    const { send } = await open();
    expect(await send(sendSms({}, { 'x-tc-action': 'PullSmsSendStatus' }))).toMatchObject(refusal('InvalidAction'));
    expect(await send(sendSms({}, { 'x-tc-version': '2019-07-11' }))).toMatchObject(refusal('NoSuchVersion'));
  });
});
