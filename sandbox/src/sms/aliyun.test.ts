import Fastify, { type InjectOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import { createOutbox } from '../outbox/outbox.ts';
import { acs3Signature } from './acs3.ts';
import { aliyunRoutes } from './aliyun.ts';
import { smsAccount } from './sms-account.ts';
import { sha256 } from './sms-gateway.ts';
import { createFault } from '../fault/fault.ts';

const start = Date.parse('2023-10-26T10:22:32Z');
const account = {
  ...smsAccount,
  aliyun: { accessKeyId: 'YourAccessKeyId', accessKeySecret: 'YourAccessKeySecret' },
  signNames: ['签约测试'],
  templates: [
    {
      kind: 'code',
      aliyunCode: 'SMS_123456789',
      tencentId: '1110',
      language: 'zh-CN',
      text: '验证码 {code}',
      parameters: ['code'],
    } as const,
  ],
};

async function open() {
  let now = start;
  const outbox = createOutbox(() => now);
  const fault = createFault();
  const app = Fastify();
  await app.register(aliyunRoutes, { account, outbox, fault, now: () => now, prefix: '/sms/aliyun' });
  const send = async (request: InjectOptions = sendSms()) => app.inject({ method: 'POST', ...request });
  return { send, outbox, fault, move: (ms: number) => void (now += ms) };
}

const parameters = {
  PhoneNumbers: '13800138000',
  SignName: '签约测试',
  TemplateCode: 'SMS_123456789',
  TemplateParam: '{"code":"123456"}',
};
const common = {
  host: 'dysmsapi.aliyuncs.com',
  'x-acs-action': 'SendSms',
  'x-acs-content-sha256': sha256(''),
  'x-acs-date': '2023-10-26T10:22:32Z',
  'x-acs-signature-nonce': '3156853299f313e23d1673dc12e1703d',
  'x-acs-version': '2017-05-25',
};

function sendSms(changes: Record<string, string | undefined> = {}, other: Record<string, string> = {}) {
  const query = Object.entries({ ...parameters, ...changes }).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  const headers: Record<string, string> = { ...common, ...other };
  const bodyHash = headers['x-acs-content-sha256'] ?? '';
  const signature = acs3Signature({ method: 'POST', path: '/', query, headers, bodyHash }, 'YourAccessKeySecret');
  const names = Object.keys(headers).sort().join(';');
  const authorization = `ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=${names},Signature=${signature}`;
  return { url: `/sms/aliyun/?${new URLSearchParams(query).toString()}`, headers: { ...headers, authorization } };
}

describe('Aliyun', () => {
  test('delivers a request whose signature was computed independently', async () => {
    const { send, outbox } = await open();
    const request = sendSms();
    expect(request.headers.authorization).toBe(
      'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;' +
        'x-acs-signature-nonce;x-acs-version,Signature=ecad87f2d717daeca5a52a3b7a2dbdd1fbafd29c3bf80a234ed12e639f2ec495',
    );
    const response = await send(request);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      Code: 'OK',
      Message: 'OK',
      BizId: expect.any(String),
      RequestId: expect.any(String),
    });
    expect(outbox.sent()).toMatchObject([
      { to: '13800138000', text: '【签约测试】验证码 123456', code: '123456', language: 'zh-CN' },
    ]);
  });

  const { url, headers } = sendSms();
  const { authorization } = headers;
  const flipped = authorization.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  test.each([
    ['another signature', { headers: { ...headers, authorization: flipped } }, 'SignatureDoesNotMatch'],
    ['another number', { url: url.replace('13800138000', '13800138001') }, 'SignatureDoesNotMatch'],
    ['another parameter', { url: `${url}&OutId=1` }, 'SignatureDoesNotMatch'],
    ['another host', { headers: { ...headers, host: 'localhost' } }, 'SignatureDoesNotMatch'],
    ['another second', { headers: { ...headers, 'x-acs-date': '2023-10-26T10:22:33Z' } }, 'SignatureDoesNotMatch'],
    ['another nonce', { headers: { ...headers, 'x-acs-signature-nonce': '1' } }, 'SignatureDoesNotMatch'],
    ['an unsigned body', { payload: 'a=1' }, 'SignatureDoesNotMatch'],
    ['an unsigned header', { headers: { ...headers, 'x-acs-security-token': 'x' } }, 'IncompleteSignature'],
    ['no signature', { headers: common }, 'IncompleteSignature'],
    [
      'another key',
      { headers: { ...headers, authorization: authorization.replace('Your', 'My') } },
      'InvalidAccessKeyId.NotFound',
    ],
  ])('refuses %s', async (_title, change, code) => {
    const { send, outbox } = await open();
    const response = await send({ url, headers, ...change });
    expect(response.statusCode).toBe(code.endsWith('NotFound') ? 404 : 400);
    expect(response.json()).toMatchObject({ Code: code, HostId: expect.any(String), RequestId: expect.any(String) });
    expect(outbox.sent()).toEqual([]);
  });

  test('accepts a request up to 15 minutes old, and each nonce once', async () => {
    const { send, outbox, move } = await open();
    move(15 * 60_000);
    expect((await send()).json()).toMatchObject({ Code: 'OK' });
    expect((await send()).json()).toMatchObject({ Code: 'SignatureNonceUsed' });
    move(1);
    expect((await send()).json()).toMatchObject({ Code: 'InvalidTimeStamp.Expired' });
    expect(outbox.sent()).toHaveLength(1);
  });

  test.each([
    [{ PhoneNumbers: undefined }, 400, 'MissingPhoneNumbers'],
    [{ SignName: '' }, 400, 'MissingSignName'],
    [{ TemplateCode: undefined }, 400, 'MissingTemplateCode'],
    [{ PhoneNumbers: '12345' }, 200, 'isv.MOBILE_NUMBER_ILLEGAL'],
    [{ PhoneNumbers: '13800138000,' }, 200, 'isv.MOBILE_NUMBER_ILLEGAL'],
    [{ SignName: '别人' }, 200, 'isv.SMS_SIGNATURE_ILLEGAL'],
    [{ TemplateCode: 'SMS_0' }, 200, 'isv.SMS_TEMPLATE_ILLEGAL'],
    [{ TemplateParam: '{}' }, 200, 'isv.TEMPLATE_MISSING_PARAMETERS'],
    [{ TemplateParam: undefined }, 200, 'isv.TEMPLATE_MISSING_PARAMETERS'],
    [{ TemplateParam: '[1' }, 200, 'isv.INVALID_JSON_PARAM'],
  ])('answers %j with HTTP %i and %s', async (changes, status, code) => {
    const { send, outbox } = await open();
    const response = await send(sendSms(changes));
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({ Code: code });
    expect(outbox.sent()).toEqual([]);
  });

  test('refuses any other action or version', async () => {
    const { send } = await open();
    expect((await send(sendSms({}, { 'x-acs-action': 'SendBatchSms' }))).json()).toMatchObject({
      Code: 'InvalidAction.NotFound',
    });
    const old = sendSms({}, { 'x-acs-version': '2016-01-01', 'x-acs-signature-nonce': '2' });
    expect((await send(old)).json()).toMatchObject({ Code: 'InvalidVersion' });
  });
});
