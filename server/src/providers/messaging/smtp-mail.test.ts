import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { slowSmtpServer } from '../../../test/support/servers/smtp-connection.ts';
import { tcpProxy } from '../../../test/support/servers/tcp-proxy.ts';
import { testClock } from '../../../test/support/test-clock.ts';
import { sandboxFor } from '../../../test/support/test-sandbox.ts';
import { smtpMail } from './smtp-mail.ts';

const clock = testClock();
const sandbox = await sandboxFor(clock);
afterEach(() => sandbox.fault.set('working'));

const names = { 'zh-CN': '云章', 'en-US': 'Yunzhang' };
const access = { provider: 'smtp', url: sandbox.mail.url, from: 'no-reply@example.com' } as const;
const letter = {
  to: 'mei@example.com',
  language: 'zh-CN',
  subject: '云章验证码',
  text: '您的验证码为：\n\n123456',
  html: '<p>您的验证码为：</p>',
} as const;
const { send, close } = smtpMail(access, names, 60_000);
afterAll(async () => {
  close();
  await sandbox.close();
});

function open(url: string, timeout: number) {
  const mail = smtpMail({ ...access, url }, names, timeout);
  onTestFinished(() => mail.close());
  return mail;
}

test('sends a mail as text and HTML, to international addresses too', async () => {
  expect(await send(letter)).toEqual({ is: 'accepted' });
  expect(sandbox.outbox.sent('mei@example.com')[0]).toMatchObject({
    channel: 'mail',
    language: 'zh-CN',
    subject: '云章验证码',
    text: '您的验证码为：\n\n123456',
    html: expect.stringContaining('<p>您的验证码为：</p>'),
    code: '123456',
  });
  expect(
    await send({ ...letter, to: '梅@例子.公司', language: 'en-US', subject: 'Your code', text: 'It is 654321.' }),
  ).toEqual({ is: 'accepted' });
});

test.each([
  'a@example.com\r\nRCPT TO:<evil@evil.test>',
  'a@example.com, evil@evil.test',
  '<evil@evil.test> a@example.com',
  'a@example.com\nBcc: evil@evil.test',
])('adds no second recipient for %j [ASVS 1.3.11]', async (to) => {
  const before = sandbox.outbox.sent('evil@evil.test').length;
  await send({ ...letter, to });
  expect(sandbox.outbox.sent('evil@evil.test')).toHaveLength(before);
});

test('adds no header for a subject with proxy breaks', async () => {
  await send({ ...letter, to: 'subject@example.com', subject: 'Code\r\nBcc: evil@evil.test\r\nX-Evil: 1' });
  expect(sandbox.outbox.sent('evil@evil.test')).toEqual([]);
  expect(sandbox.outbox.sent('subject@example.com')).toHaveLength(1);
});

test('distinguishes an unavailable, refusing and slow server', async () => {
  sandbox.fault.set('down');
  expect(await send(letter)).toMatchObject({ is: 'noResponse' });
  sandbox.fault.set('refusing');
  expect(await send(letter)).toEqual({ is: 'failed', kind: 'other', why: 'SMTP 452' });
  sandbox.fault.set('slow');
  expect(await open(access.url, 300).send(letter)).toMatchObject({ is: 'noResponse' });
  expect(await open('smtp://127.0.0.1:9', 60_000).send(letter)).toMatchObject({
    is: 'noResponse',
  });
  const wrongPassword = sandbox.mail.url.replace(/:[^:@]*@/, ':wrong@');
  sandbox.fault.set('working');
  expect(await open(wrongPassword, 60_000).send(letter)).toEqual({
    is: 'failed',
    kind: 'other',
    why: 'SMTP 535',
  });
});

test('does not deliver a mail later that was reported as failed', async () => {
  const { url, arrived, isIdle } = await slowSmtpServer(900);
  const { send: sendBy } = open(url, 300);
  const results = await Promise.all(Array.from({ length: 30 }, () => sendBy(letter)));
  expect(results.filter(({ is }) => is === 'noResponse')).toHaveLength(30);
  await vi.waitFor(() => expect(isIdle()).toBe(true), { timeout: 30_000 });
  expect(arrived()).toBe(0);
});

test('reuses a connection, and retries once over a new one when the server has closed it', async () => {
  const proxy = await tcpProxy(sandbox.mail.url);
  const { send: sendBy, close: closeMail } = open(proxy.url, 60_000);
  let sent = 0;
  const arrives = async () => {
    const to = `proxy${(sent += 1)}@example.com`;
    expect(await sendBy({ ...letter, to })).toEqual({ is: 'accepted' });
    expect(sandbox.outbox.sent(to)).toHaveLength(1);
  };
  await arrives();
  await arrives();
  expect(proxy.connected()).toBe(1);

  proxy.close();
  await vi.waitFor(() => expect(proxy.open()).toBe(0), { timeout: 10_000 });
  await arrives();
  expect(proxy.connected()).toBe(2);

  proxy.closeOnNextCommand();
  await arrives();
  expect(proxy.connected()).toBe(3);

  sandbox.fault.set('down');
  expect(await sendBy(letter)).toMatchObject({ is: 'noResponse' });
  sandbox.fault.set('working');
  await arrives();
  await vi.waitFor(() => expect(proxy.open()).toBe(1), { timeout: 10_000 });
  closeMail();
  await vi.waitFor(() => expect(proxy.open()).toBe(0), { timeout: 10_000 });
  expect(await sendBy(letter)).toMatchObject({ is: 'noResponse' });
});
