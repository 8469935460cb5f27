import { describe, expect, test } from 'vitest';
import { createOutbox } from './outbox.ts';
import { openSandbox, sms } from '../sandbox.fixture.ts';

describe('the outbox', () => {
  test('lists the newest message first and drops the oldest beyond 500', () => {
    const outbox = createOutbox(() => 0);
    for (let n = 1; n <= 500; n++) outbox.deliver(sms('13800138000', `message ${n}`));
    expect(outbox.sent()).toHaveLength(500);
    expect(outbox.sent().at(-1)?.text).toBe('message 1');

    outbox.deliver(sms('13800138000', 'message 501'));
    expect(outbox.sent()).toHaveLength(500);
    expect(outbox.sent()[0]?.text).toBe('message 501');
    expect(outbox.sent().at(-1)?.text).toBe('message 2');
  });

  test('finds the code in a message and ignores six digits of a longer number', () => {
    const outbox = createOutbox(() => 0);
    expect(outbox.deliver(sms('1', '您的验证码为123456，请勿告诉他人')).code).toBe('123456');
    expect(outbox.deliver(sms('1', 'From 13800138000: your code is 000042.')).code).toBe('000042');
    expect(outbox.deliver(sms('1', 'call 13800138000'))).not.toHaveProperty('code');
  });

  test('GET /outbox lists the messages sent to one recipient, with their time', async () => {
    const { app, outbox, service } = await openSandbox();
    outbox.deliver(sms('13800138000', 'for Alice'));
    service.moveClock(60_000);
    outbox.deliver({ channel: 'mail', to: 'fay@example.com', language: 'en-US', subject: 'Code', text: '654321' });

    const all = (await app.inject('/sandbox/outbox')).json();
    expect(all.messages.map((m: { to: string }) => m.to)).toEqual(['fay@example.com', '13800138000']);
    const one = (await app.inject('/sandbox/outbox?to=fay%40example.com')).json();
    expect(one.messages).toMatchObject([
      { channel: 'mail', subject: 'Code', code: '654321', at: '2026-11-15T08:01:00.000Z' },
    ]);
    expect((await app.inject('/sandbox/outbox?to=unknown')).json()).toEqual({ messages: [] });
    expect((await app.inject('/sandbox/outbox?to=a&to=b')).statusCode).toBe(400);
  });

  test('GET /outbox/:id/mail shows a mail without an origin, scripts or requests', async () => {
    const { app, outbox } = await openSandbox();
    const { id } = outbox.deliver({
      channel: 'mail',
      to: 'fay@example.com',
      language: 'en-US',
      subject: 'Code',
      text: '654321',
      html: '<!doctype html><p style="color:red">654321</p>',
    });
    const response = await app.inject(`/sandbox/outbox/${id}/mail`);
    expect(response.body).toBe('<!doctype html><p style="color:red">654321</p>');
    const policy = String(response.headers['content-security-policy']).split('; ');
    // A link opens in a tab of its own, as in a mail client.
    expect(policy).toContain('sandbox allow-popups allow-popups-to-escape-sandbox');
    expect(policy).toContain("default-src 'none'");
    expect(policy.join()).not.toMatch(/script|allow-(?!popups)|img|connect/);
    const frame = /<iframe[^>]*>/.exec((await app.inject('/sandbox')).body)?.[0];
    expect(frame).toContain(`src="/sandbox/outbox/${id}/mail"`);
    expect(frame).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');

    const text = outbox.deliver(sms('13800138000', 'a text message has no page'));
    expect((await app.inject(`/sandbox/outbox/${text.id}/mail`)).statusCode).toBe(404);
    expect((await app.inject('/sandbox/outbox/unknown/mail')).statusCode).toBe(404);
  });

  test('GET /live streams each new message and ends when the service stops', async () => {
    const { app, outbox } = await openSandbox();
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    outbox.deliver(sms('13800138000', 'sent before the stream opened'));
    const response = await fetch(`${address}/sandbox/live`);
    expect(response.headers.get('content-type')).toBe('text/event-stream');

    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe('retry: 1000\n\n');
    outbox.deliver(sms('13800138001', 'two\nlines 246810'));
    const event = (await reader?.read())?.value ?? '';
    expect(event).toMatch(/^data: .*\n\n$/);
    expect(JSON.parse(event.slice('data: '.length))).toMatchObject({ text: 'two\nlines 246810', code: '246810' });

    await app.close();
    expect((await reader?.read())?.done).toBe(true);
  });
});
