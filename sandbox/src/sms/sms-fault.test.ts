import { describe, expect, test } from 'vitest';
import { openSandbox } from '../sandbox.fixture.ts';
import { acs3Signature } from './acs3.ts';
import { smsAccount } from './sms-account.ts';
import { sha256 } from './sms-gateway.ts';

/** Sends a signed request to the gateway, as the service does. */
async function open() {
  const { app, outbox, service } = await openSandbox();
  const { aliyun, signNames, templates } = smsAccount;
  let nonce = 0;
  const send = async () => {
    const query = {
      PhoneNumbers: '13800138000',
      SignName: signNames[0] ?? '',
      TemplateCode: templates[0]?.aliyunCode ?? '',
      TemplateParam: '{"code":"246810","minutes":"5","host":"localhost"}',
    };
    const headers = {
      host: 'localhost',
      'x-acs-action': 'SendSms',
      'x-acs-content-sha256': sha256(''),
      'x-acs-date': new Date(service.now()).toISOString().replace('.000', ''),
      'x-acs-signature-nonce': String(++nonce),
      'x-acs-version': '2017-05-25',
    };
    const request = { method: 'POST', path: '/', query: Object.entries(query), headers, bodyHash: sha256('') };
    const signature = acs3Signature(request, aliyun.accessKeySecret);
    const names = Object.keys(headers).sort().join(';');
    const authorization = `ACS3-HMAC-SHA256 Credential=${aliyun.accessKeyId},SignedHeaders=${names},Signature=${signature}`;
    const url = `/sandbox/sms/aliyun/?${new URLSearchParams(query).toString()}`;
    return app.inject({ method: 'POST', url, headers: { ...headers, authorization } });
  };
  const set = async (mode: unknown) => app.inject({ method: 'POST', url: '/sandbox/sms/fault', payload: { mode } });
  return { app, outbox, send, set };
}

describe('the fault mode of the SMS gateway', () => {
  test('is working by default', async () => {
    const { app, send, outbox } = await open();
    expect((await app.inject('/sandbox/sms/fault')).json()).toEqual({ mode: 'working' });
    expect((await send()).json()).toMatchObject({ Code: 'OK' });
    expect(outbox.sent('13800138000')).toMatchObject([{ code: '246810' }]);
  });

  test('down: answers 503 in plain text and sends nothing', async () => {
    const { send, set, outbox } = await open();
    await set('down');
    const response = await send();
    expect(response.statusCode).toBe(503);
    expect(response.headers['content-type']).toContain('text/plain');
    expect(outbox.sent()).toEqual([]);
    await set('working');
    expect((await send()).statusCode).toBe(200);
  });

  test('refusing: answers that the account has no balance', async () => {
    const { send, set, outbox } = await open();
    await set('refusing');
    expect((await send()).json()).toMatchObject({ Code: 'isv.AMOUNT_NOT_ENOUGH' });
    expect(outbox.sent()).toEqual([]);
  });

  test('slow: sends the message at once but delays the response', async () => {
    const { app, send, set, outbox } = await open();
    await set('slow');
    const arrived = new Promise((resolve) => outbox.watch(resolve));
    let waiting = true;
    const response = send().finally(() => (waiting = false));
    await arrived;
    // Other requests are answered meanwhile.
    for (let turn = 0; turn < 5; turn++) await app.inject('/sandbox/sms/fault');
    expect(waiting).toBe(true);
    await set('working');
    expect((await response).json()).toMatchObject({ Code: 'OK' });
  });

  test('answers delayed requests when the service stops', async () => {
    const { app, send, set, outbox } = await open();
    await set('slow');
    const arrived = new Promise((resolve) => outbox.watch(resolve));
    const response = send();
    await arrived;
    await app.close();
    expect((await response).json()).toMatchObject({ Code: 'OK' });
  });

  test.each([undefined, 'broken', ['down'], null])('rejects the unknown mode %j', async (mode) => {
    const { app, set } = await open();
    expect((await set(mode)).statusCode).toBe(400);
    expect((await app.inject('/sandbox/sms/fault')).json()).toEqual({ mode: 'working' });
  });
});
