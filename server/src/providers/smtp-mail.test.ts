import { afterAll, afterEach, expect, test } from 'vitest';
import { testClock } from '../../test/test-clock.ts';
import { sandboxFor } from '../../test/test-sandbox.ts';
import { smtpMail } from './smtp-mail.ts';

const clock = testClock();
const sandbox = await sandboxFor(clock);
afterAll(() => sandbox.close());
afterEach(() => sandbox.fault.set('working'));

const names = { 'zh-CN': '云章', 'en-US': 'Yunzhang' };
const access = { by: 'smtp', url: sandbox.mail.url, from: 'no-reply@example.com' } as const;
const letter = {
  to: 'mei@example.com',
  language: 'zh-CN',
  subject: '云章验证码',
  text: '您的验证码为：\n\n123456',
  html: '<p>您的验证码为：</p>',
} as const;
const send = smtpMail(access, names, 60_000);

test('a mail arrives as text and as a page, in any script', async () => {
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
])('nobody else is written to by writing to %j [ASVS 1.3.11]', async (to) => {
  const before = sandbox.outbox.sent('evil@evil.test').length;
  await send({ ...letter, to });
  expect(sandbox.outbox.sent('evil@evil.test')).toHaveLength(before);
});

test('a subject adds no header', async () => {
  await send({ ...letter, to: 'subject@example.com', subject: 'Code\r\nBcc: evil@evil.test\r\nX-Evil: 1' });
  expect(sandbox.outbox.sent('evil@evil.test')).toEqual([]);
  expect(sandbox.outbox.sent('subject@example.com')).toHaveLength(1);
});

test('a server that is away, refuses or takes too long is told apart', async () => {
  sandbox.fault.set('down');
  expect(await send(letter)).toEqual({ is: 'noAnswer', why: 'SMTP 421' });
  sandbox.fault.set('refusing');
  expect(await send(letter)).toEqual({ is: 'failed', why: 'SMTP 452' });
  sandbox.fault.set('slow');
  expect(await smtpMail(access, names, 300)(letter)).toMatchObject({ is: 'noAnswer' });
  expect(await smtpMail({ ...access, url: 'smtp://127.0.0.1:9' }, names, 60_000)(letter)).toMatchObject({
    is: 'noAnswer',
  });
  const stranger = sandbox.mail.url.replace(/:[^:@]*@/, ':wrong@');
  sandbox.fault.set('working');
  expect(await smtpMail({ ...access, url: stranger }, names, 60_000)(letter)).toEqual({
    is: 'failed',
    why: 'SMTP 535',
  });
});
