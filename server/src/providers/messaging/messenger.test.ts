import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { testClock } from '../../../test/support/test-clock.ts';
import { readConfig } from '../../config/read-config.ts';
import { createLog } from '../../platform/log.ts';
import { createUpstreams } from '../http/upstreams.ts';
import { createMessenger } from './messenger.ts';

const { log } = createLog('silent', { write() {} });
const message = { kind: 'code', to: '13800138000', language: 'zh-CN', values: { code: '1' } } as const;

/** What is counted of one message whose gateway responds with HTTP 200 and this body. */
async function countedOf(gateway: 'aliyun' | 'tencent', body: object) {
  const server = fastify();
  server.post('/', async () => body);
  onTestFinished(() => server.close());
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  const config = readConfig({
    SMS_GATEWAY: gateway,
    SMS_BASE_URL: url,
    SMS_KEY_ID: 'id-of-a-test',
    SMS_KEY_SECRET: 'a-secret-of-a-test',
    SMS_SIGN_NAME: 'Foyer',
    SMS_APP_ID: '1',
    SMS_TEMPLATES: ['code.zh-CN=1:code', 'code.en-US=1:code', 'noAccount.zh-CN=2', 'noAccount.en-US=2'].join(),
    MESSAGE_TIMEOUT_MS: '60000',
  });
  const counted: string[] = [];
  const metrics = {
    message: (name: string, result: string) => void counted.push(`${name} ${result}`),
    messagesWaiting() {},
    upstream: (name: string, result: string) => void counted.push(`${name} ${result}`),
  };
  const upstreams = createUpstreams(metrics);
  const messenger = createMessenger({ config, clock: testClock(), log, metrics, upstreams, sandbox: undefined });
  onTestFinished(messenger.close);
  await messenger.sms?.(message);
  return counted;
}

const aliyun = (Code: string) => ({ Code, Message: '', RequestId: 'r' });
const tencent = (Code: string) => ({ Response: { SendStatusSet: [{ Code }], RequestId: 'r' } });

test.each([
  ['aliyun', aliyun('OK'), ['sms ok', 'aliyun accepted']],
  ['aliyun', aliyun('isv.AMOUNT_NOT_ENOUGH'), ['sms failed', 'aliyun balance']],
  ['aliyun', aliyun('isv.SMS_TEMPLATE_ILLEGAL'), ['sms failed', 'aliyun template']],
  ['aliyun', aliyun('isv.SMS_SIGNATURE_ILLEGAL'), ['sms failed', 'aliyun signature']],
  ['aliyun', aliyun('isv.DAY_LIMIT_CONTROL'), ['sms failed', 'aliyun throttling']],
  ['aliyun', aliyun('isv.MOBILE_NUMBER_ILLEGAL'), ['sms refused', 'aliyun cannotReceive']],
  ['tencent', tencent('Ok'), ['sms ok', 'tencent accepted']],
  ['tencent', tencent('FailedOperation.InsufficientBalanceInSmsPackage'), ['sms failed', 'tencent balance']],
  ['tencent', tencent('FailedOperation.TemplateIncorrectOrUnapproved'), ['sms failed', 'tencent template']],
  ['tencent', tencent('FailedOperation.SignatureIncorrectOrUnapproved'), ['sms failed', 'tencent signature']],
  ['tencent', tencent('RequestLimitExceeded'), ['sms failed', 'tencent throttling']],
  ['tencent', tencent('LimitExceeded.PhoneNumberDailyLimit'), ['sms refused', 'tencent tooFrequent']],
] as const)('%s: %j is counted by what it says, not by its HTTP status', async (gateway, body, expected) => {
  expect(await countedOf(gateway, body)).toEqual(expected);
});
