import { agreementVersion } from '@foyer/contract/agreement-version';
import { mask } from '@foyer/contract/rules/account-rules';
import { hours } from '@foyer/contract/time';
import { describe, expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { testRequestContext } from '../../../test/support/test-request-context.ts';

const services = await testAppForFile();
const password = 'Foyer-2026';
type Browser = ReturnType<typeof services.browser>;

let numbers = 15900000000;
async function newPerson(more: Parameters<typeof services.addAccount>[0] = {}) {
  const mobile = String((numbers += 1));
  return { mobile, ouid: await services.addAccount({ mobile, password, ...more }) };
}

async function noticesTo(address: string) {
  await services.backgroundTasks.settled();
  return services.sandbox.outbox.sent(address);
}

/** The addresses behind the buttons of a mail. */
const linksIn = (mail: object | undefined) =>
  [...(mail && 'html' in mail ? String(mail.html) : '').matchAll(/href="([^"]*)"/g)].map(([, link]) => link);

/** Each wrong password comes from another IP address, so that no delay applies. */
async function failures(mobile: string, count: number) {
  for (let tries = 0; tries < count; tries += 1) await services.browser().signIn(mobile, 'wrong');
}

describe('a sign-in in a new browser', () => {
  test('is notified in the language of the last visit [6.3.5]', async () => {
    const { mobile } = await newPerson();
    await services.browser({ language: 'zh-CN' }).signIn(mobile, password);
    await services.browser({ language: 'en-US' }).signIn(mobile, password);
    const [notice, ...more] = await noticesTo(mobile);
    expect(notice).toMatchObject({
      channel: 'sms',
      language: 'zh-CN',
      text: expect.stringContaining('在新设备上登录'),
    });
    expect(notice).not.toHaveProperty('code');
    expect(more).toEqual([]);
  });

  test('is notified by e-mail where possible, with device, place and way, and where to end it', async () => {
    const email = `${numbers}@example.com`;
    const { mobile } = await newPerson({ email });
    await services.browser().signIn(mobile, password);
    await services.browser({ clientIp: '198.51.100.7' }).signIn(mobile, password);
    const [mail] = await noticesTo(email);
    expect(mail).toMatchObject({ channel: 'mail', subject: 'Yunzhang: New sign-in to your account' });
    expect(mail?.text).toContain(
      `Account: ${mask(mobile)}\nDevice: Chrome · Windows\nNetwork: 198.51.100.*\nSigned in by: Password\nTime: Nov `,
    );
    expect(mail?.text).toContain('sign that device out');
    expect(linksIn(mail)).toEqual([`${services.config.publicUrl}/account#devices`]);
    expect(await noticesTo(mobile)).toEqual([]);
  });

  test('is not notified for the first browser or a known one', async () => {
    const { mobile } = await newPerson();
    const browser = services.browser();
    await browser.signIn(mobile, password);
    await browser.post('/user/accounts/logout');
    await browser.signIn(mobile, password);
    expect(await noticesTo(mobile)).toEqual([]);
  });

  test('is notified also while agreement is pending', async () => {
    const { mobile } = await newPerson();
    await services.browser().signIn(mobile, password);
    const { sql } = services.database;
    const { agreements } = await import('../../store/schema/schema.ts');
    const { eq } = await import('drizzle-orm');
    await sql.delete(agreements).where(eq(agreements.version, agreementVersion));
    await services.browser().signIn(mobile, password);
    expect(await noticesTo(mobile)).toHaveLength(1);
  });
});

describe('a right password after wrong ones', () => {
  const text = expect.stringContaining('the correct password was entered after several wrong ones');

  test('is notified from the fifth wrong one on, from any IP address [6.3.5]', async () => {
    const [four, five] = [await newPerson(), await newPerson()];
    await failures(four.mobile, 4);
    await failures(five.mobile, 5);
    for (const { mobile } of [four, five]) await services.browser().signIn(mobile, password);
    expect(await noticesTo(four.mobile)).toEqual([]);
    expect(await noticesTo(five.mobile)).toMatchObject([{ text }]);
  });

  test('is notified once', async () => {
    const { mobile } = await newPerson();
    const browser: Browser = services.browser();
    await failures(mobile, 5);
    await browser.signIn(mobile, password);
    await browser.signIn(mobile, password);
    expect(await noticesTo(mobile)).toHaveLength(1);
  });

  test('is notified even before the second factor', async () => {
    const { mobile } = await newPerson({ secondFactor: true });
    await failures(mobile, 5);
    await services.browser().signIn(mobile, password);
    expect(await noticesTo(mobile)).toMatchObject([{ text }]);
  });

  test('is not notified when the wrong ones are a day old, and is just before', async () => {
    const [late, early] = [await newPerson(), await newPerson()];
    for (const { mobile } of [late, early]) await failures(mobile, 5);
    services.moveClock(hours(24) - 1);
    await services.browser().signIn(early.mobile, password);
    services.moveClock(1);
    await services.browser().signIn(late.mobile, password);
    expect(await noticesTo(early.mobile)).toHaveLength(1);
    expect(await noticesTo(late.mobile)).toEqual([]);
  });
});

test.each([
  ['passwordChanged', 'reset your password now', '/retrieve'],
  ['passkeyAdded', 'remove it', '/account#sign-in'],
  ['authenticatorAdded', 'remove it', '/account#second-factor'],
  ['wechatLinked', 'remove it', '/account#linked'],
  ['secondFactorOff', 'check your account', '/account'],
] as const)('the mail about %s says what to do against just that, and leads there', async (kind, advice, path) => {
  const email = `${(numbers += 1)}@example.com`;
  const { ouid } = await newPerson({ email });
  const account = (await services.stores.accounts.findByOuid(ouid))!;
  services.notices.send(account, kind, testRequestContext('browser', { country: 'SG' }));
  const [mail] = await noticesTo(email);
  expect(mail?.text).toContain(advice);
  expect(mail?.text).toContain('Place: Singapore');
  expect(linksIn(mail)).toEqual([`${services.config.publicUrl}${path}`]);
});

const noticesOf = (ouid: string) =>
  services.lines
    .map((text) => JSON.parse(text) as Record<string, unknown>)
    .filter(({ event, account }) => event === 'notice' && account === ouid);

test('a sign-in does not wait for a slow gateway', async () => {
  const { mobile, ouid } = await newPerson();
  await services.browser().signIn(mobile, password);
  services.sandbox.fault.set('slow');
  expect(await services.browser().signIn(mobile, password)).toMatchObject({ code: 0 });
  expect(noticesOf(ouid)).toEqual([]);
  services.sandbox.fault.set('working');
  await services.backgroundTasks.settled();
  expect(noticesOf(ouid)).toMatchObject([{ kind: 'newDevice', by: 'mobile', result: 'accepted' }]);
});

test('a gateway that is down fails no sign-in, and the log line has no mobile number', async () => {
  const { mobile, ouid } = await newPerson();
  await services.browser().signIn(mobile, password);
  services.sandbox.fault.set('down');
  expect(await services.browser().signIn(mobile, password)).toMatchObject({ code: 0 });
  await services.backgroundTasks.settled();
  services.sandbox.fault.set('working');
  expect(await noticesTo(mobile)).toEqual([]);
  expect(noticesOf(ouid)).toMatchObject([{ kind: 'newDevice', result: expect.stringMatching(/failed|noResponse/) }]);
  expect(JSON.stringify(services.lines)).not.toContain(mobile);
});

test('text messages about an account are limited to 30 an hour for one number, but for those that undo a change', async () => {
  const { mobile, ouid } = await newPerson();
  const account = (await services.stores.accounts.findByOuid(ouid))!;
  const context = { requestId: '', deviceLabel: '', maskedIp: '', language: 'en-US' } as const;
  const sentAfter = async (kind: 'backupCodesCreated' | 'mobileChanged', more = {}) => {
    services.notices.send(account, kind, context, more);
    return (await noticesTo(mobile)).length;
  };
  for (let sent = 1; sent <= 30; sent += 1) expect(await sentAfter('backupCodesCreated')).toBe(sent);
  expect(await sentAfter('backupCodesCreated')).toBe(30);
  expect(noticesOf(ouid).at(-1)).toMatchObject({ result: 'limited' });
  expect(await sentAfter('mobileChanged', { undoHandle: 'handle' })).toBe(31);
  services.moveClock(hours(1));
  expect(await sentAfter('backupCodesCreated')).toBe(32);
});
