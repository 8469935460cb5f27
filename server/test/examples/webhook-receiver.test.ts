import { minutes, seconds } from '@foyer/contract/time';
import { beforeEach, describe, expect, test } from 'vitest';
import { webhookReader } from '../../../examples/webhook-receiver/receiver.mjs';
import { newWebhookSecret, webhookMessage } from '../../src/parts/webhooks/webhook-message.ts';
import { random } from '../../src/platform/random.ts';

const secret = newWebhookSecret(random);
let now = Date.parse('2026-11-19T08:00:00Z');
const body = { type: 'person.erased', timestamp: '2026-11-19T08:00:00.000Z', data: { person: 'ouid' } } as const;
const message = (secrets = [secret], id = 'evt_1') => webhookMessage(id, body, secrets, now);
let read: ReturnType<typeof webhookReader>;
beforeEach(() => {
  read = webhookReader(secret, () => now / seconds(1));
});

describe('the sample receiver of webhooks', () => {
  test('takes what Foyer has signed, also during a rotation', () => {
    for (const [n, secrets] of [[secret], [newWebhookSecret(random), secret]].entries()) {
      const { headers, body: text } = message(secrets, `evt_${n}`);
      expect(read(headers, text)).toEqual(body);
    }
  });

  test('takes a replayed webhook for done, and refuses it five minutes later [AC-79]', () => {
    const { headers, body: text } = message();
    expect(read(headers, text)).toEqual(body);
    expect(read(headers, text)).toBe('seen');
    now += minutes(5);
    expect(read(headers, text)).toBe('seen');
    now += seconds(1);
    expect(read(headers, text)).toBe('refused');
  });

  test('refuses a webhook from the future, of another secret, without a signature, and with another id, time or body [AC-78]', () => {
    const { headers, body: text } = message();
    const other = message([newWebhookSecret(random)]);
    const future = webhookMessage('evt_1', body, [secret], now + minutes(6));
    expect(read(future.headers, text)).toBe('refused');
    expect(read(other.headers, text)).toBe('refused');
    for (const changed of [
      { 'webhook-id': 'evt_2' },
      { 'webhook-timestamp': `${Number(headers['webhook-timestamp']) + 1}` },
      { 'webhook-timestamp': 'NaN' },
      { 'webhook-signature': '' },
      { 'webhook-signature': headers['webhook-signature'].replace('v1,', 'v2,') },
    ])
      expect(read({ ...headers, ...changed }, text), JSON.stringify(changed)).toBe('refused');
    expect(read(headers, text.replace('ouid', 'another'))).toBe('refused');
    expect(read({}, text)).toBe('refused');
  });
});
