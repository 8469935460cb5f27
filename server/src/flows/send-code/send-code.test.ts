import { readEnvelope } from '@foyer/contract/call';
import { resultCodes } from '@foyer/contract/result-codes';
import { sendCodeToMobile } from '@foyer/contract/flows/send-code';
import { hours, minutes, seconds } from '@foyer/contract/time';
import { afterEach, describe, expect, test } from 'vitest';
import { concurrently } from '../../../test/support/concurrently.ts';
import { codeTestSettings, codeHelpers } from '../../../test/support/flows/test-codes.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';

const services = await testAppForFile({
  env: { ...codeTestSettings, CODES_PER_ADDRESS: '8', CODES_PER_NETWORK: '12', CODES_PER_BROWSER: '6' },
});
const { passHumanCheck, send, verify, lastMessageTo, sendAndVerify, commit } = codeHelpers(services);
const { outbox, fault } = services.sandbox;

let numbers = 13600000000;
const newMobile = () => String((numbers += 1));
const newEmail = () => `person${(numbers += 1)}@example.com`;

/** A new browser from a new network each time. */
let networks = 0;
const stranger = (more = {}) =>
  services.browser({ clientIp: `198.${(networks += 1) % 250}.${networks >> 8}.7`, ...more });

afterEach(() => fault.set('working'));

describe('a code', () => {
  test('is sent to a mobile number, and its serviceId to the browser [CS-01]', async () => {
    const mobile = newMobile();
    const answer = await send(stranger(), mobile);
    expect(answer).toMatchObject({ status: 200, code: 0, data: { serviceId: expect.stringMatching(/^[\w-]{43}$/) } });
    expect(readEnvelope(sendCodeToMobile, { ...answer }).is).toBe('done');
    expect(outbox.sent(mobile)).toMatchObject([{ channel: 'sms', to: mobile, code: expect.stringMatching(/^\d{6}$/) }]);
  });

  test('is sent to an e-mail address [CS-01]', async () => {
    const email = newEmail();
    expect(await send(stranger(), email)).toMatchObject({ code: 0 });
    expect(outbox.sent(email)).toMatchObject([{ channel: 'mail', to: email, code: expect.stringMatching(/^\d{6}$/) }]);
  });

  test('is sent by SMS in the language of the request, with the last line for WebOTP', async () => {
    const [chinese, english] = [newMobile(), newMobile()];
    await send(stranger({ language: 'zh-CN' }), chinese);
    await send(stranger(), english);
    const [zh, en] = [lastMessageTo(chinese)!, lastMessageTo(english)!];
    expect(zh.text).toBe(`【云章】您的验证码为 ${zh.code}，5 分钟内有效，请勿告知他人。\n\n@localhost #${zh.code}`);
    expect(en.text).toBe(
      `【云章】Your code is ${en.code}, valid for 5 minutes. Don’t share it with anyone.\n\n@localhost #${en.code}`,
    );
    expect([zh.language, en.language]).toEqual(['zh-CN', 'en-US']);
  });

  test('is sent by SMS with the template for its purpose', async () => {
    const mobile = newMobile();
    await services.addAccount({ mobile });
    await send(stranger({ language: 'zh-CN' }), mobile, 'RETRIEVE');
    expect(lastMessageTo(mobile)?.text).toMatch(/^【云章】您正在重置密码，验证码为 \d{6}，/);
  });

  test('is sent by e-mail as text and HTML, naming the device and the purpose', async () => {
    const [chinese, english] = [newEmail(), newEmail()];
    await send(stranger({ language: 'zh-CN' }), chinese, 'REGISTER');
    await send(stranger(), english);
    const [zh, en] = [lastMessageTo(chinese)!, lastMessageTo(english)!];
    expect(zh).toMatchObject({ subject: '云章验证码', language: 'zh-CN' });
    expect(zh.text).toMatch(/^您的注册验证码\n\n请在页面中输入以下验证码，5 分钟内有效。\n\n\d{6}\n\n/);
    expect(en).toMatchObject({ subject: 'Your Yunzhang verification code', language: 'en-US' });
    expect(en.text).toMatch(
      /^Your sign-in code\n\nEnter this code on the page\..*5 minutes\.\n\n\d{6}\n\n[^]*Requested from Chrome on Windows \(198\.\d+\.\d+\.\*\)\. If this wasn’t you, you can ignore this email\./,
    );
    for (const mail of [zh, en])
      expect(mail).toMatchObject({
        html: expect.stringContaining(`>${mail.code}</p>`),
        subject: expect.not.stringMatching(/\d{6}/),
      });
  });

  test('is sent to one recipient for every spelling [AC-70]', async () => {
    const before = outbox.sent().length;
    for (const principal of [
      'a@example.com\r\nBcc: evil@evil.test',
      'a@example.com, evil@evil.test',
      'a@example.com\u0000@evil.test',
      ['a@example.com', 'evil@evil.test'],
      { address: 'a@example.com' },
    ]) {
      const browser = stranger();
      const auth = await passHumanCheck(browser);
      expect(await browser.post('/sender/email/v3', { bizType: 'REGISTER', principal, auth })).toMatchObject({
        status: 400,
      });
    }
    expect(outbox.sent()).toHaveLength(before);
    await send(stranger(), 'Ａlice.Full＠Example.com');
    expect(outbox.sent()[0]).toMatchObject({ to: 'alice.full@example.com' });
  });

  test.each([
    ['mobile', 'someone@example.com'],
    ['email', '13800138000'],
    ['mobile', '138001380'],
    ['mobile', ''],
  ])('by %s is refused for %j [CS-06] [ASVS 2.2.3]', async (kind, principal) => {
    const browser = stranger();
    const before = outbox.sent().length;
    const ask = { bizType: 'REGISTER_LOGIN', principal, auth: await passHumanCheck(browser) };
    expect(await browser.post(`/sender/${kind}/v3`, ask)).toMatchObject({ status: 400, code: resultCodes.malformed });
    expect(outbox.sent()).toHaveLength(before);
  });

  test.each([
    ['REGISTER', {}],
    ['MODIFY_IDCARD', { principal: '13800138000' }],
    ['LOGIN_DOUBLE_CHECK', { principal: '13800138000' }],
    ['SOMETHING', { principal: '13800138000' }],
  ])('for %s is refused with %j [CS-09]', async (bizType, more) => {
    const browser = stranger();
    expect(
      await browser.post('/sender/mobile/v3', { bizType, ...more, auth: await passHumanCheck(browser) }),
    ).toMatchObject({
      status: 400,
    });
  });

  test.each(['LOGIN_DOUBLE_CHECK', 'MODIFY_IDCARD', 'FIND_ACCOUNT', 'BIND_MOBILE'])(
    'for %s is refused with an unknown handle [CS-09] [AC-25]',
    async (bizType) => {
      const browser = stranger();
      const before = outbox.sent().length;
      const ask = { bizType, preServiceId: 'x'.repeat(43), auth: await passHumanCheck(browser) };
      expect(await browser.post('/sender/mobile/v3', ask)).toMatchObject({ code: resultCodes.unknownServiceId });
      expect(outbox.sent()).toHaveLength(before);
    },
  );

  test('has six uniformly distributed digits [ASVS 6.4.1]', () => {
    const counts = Array<number>(10).fill(0);
    const rounds = 20_000;
    for (let i = 0; i < rounds; i++) for (const digit of services.random.digits(6)) counts[Number(digit)]! += 1;
    const expected = (rounds * 6) / 10;
    const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // Nine degrees of freedom: a fair source exceeds this once in ten million runs.
    expect(chiSquare).toBeLessThan(50);
  });
});

describe('another code is refused', () => {
  test('within a minute, and sent afterwards [AC-21] [AC-27]', async () => {
    const mobile = newMobile();
    expect(await send(stranger(), mobile)).toMatchObject({ code: 0 });
    services.moveClock(seconds(60) - 1);
    const early = await send(stranger(), mobile);
    expect(early).toMatchObject({
      status: 429,
      code: resultCodes.codeTooSoon,
      data: { retryAfter: 1 },
      headers: { 'retry-after': '1' },
    });
    expect(early.message).toBe('Too many requests. Try again in 1 second.');
    services.moveClock(1);
    expect(await send(stranger(), mobile)).toMatchObject({ code: 0 });
    expect(outbox.sent(mobile)).toHaveLength(2);
  });

  test('for another spelling of the mobile number, or for another purpose [AC-21]', async () => {
    const mobile = newMobile();
    await send(stranger(), mobile);
    for (const spelling of [
      `+86 ${mobile}`,
      `0086-${mobile}`,
      mobile.replace(/\d/g, (d) => String.fromCharCode(d.charCodeAt(0) + 0xfee0)),
    ])
      expect(await send(stranger(), spelling)).toMatchObject({ code: resultCodes.codeTooSoon });
    expect(await send(stranger(), mobile, 'REGISTER')).toMatchObject({ code: resultCodes.codeTooSoon });
    expect(outbox.sent(mobile)).toHaveLength(1);
  });

  test('after five in an hour and ten in a day [AC-21] [D-26]', async () => {
    const mobile = newMobile();
    const ask = async () => (await send(stranger(), mobile)).code;
    for (let i = 0; i < 5; i++) {
      expect(await ask()).toBe(0);
      services.moveClock(minutes(1));
    }
    const sixth = await send(stranger(), mobile);
    expect(sixth).toMatchObject({ status: 429, code: resultCodes.codeLimitReached, data: { retryAfter: 55 * 60 } });
    expect(sixth.message).toBe('Too many codes. Try again in 55 minutes.');
    services.moveClock(minutes(55) - 1);
    expect(await ask()).toBe(resultCodes.codeLimitReached);
    services.moveClock(1);
    for (let i = 0; i < 5; i++) {
      expect(await ask()).toBe(0);
      services.moveClock(minutes(1));
    }
    services.moveClock(hours(1));
    const eleventh = await send(stranger(), mobile);
    expect(eleventh).toMatchObject({ code: resultCodes.codeLimitReached });
    expect(eleventh.message).toBe('Daily limit reached for this number. Try again tomorrow.');
    services.moveClock(hours(23) - minutes(1) * 5 - minutes(60) - 1);
    expect(await ask()).toBe(resultCodes.codeLimitReached);
    services.moveClock(1 + minutes(1));
    expect(await ask()).toBe(0);
    expect(outbox.sent(mobile)).toHaveLength(11);
  });

  test('for all but one of many concurrent requests [AC-21]', async () => {
    const mobile = newMobile();
    const ready: { browser: ReturnType<typeof stranger>; auth: string }[] = [];
    const getReady = async (browser = stranger()) => void ready.push({ browser, auth: await passHumanCheck(browser) });
    for (let i = 0; i < 20; i++) await Promise.all(Array.from({ length: 10 }, () => getReady()));
    const answers = await concurrently((index) => {
      const { browser, auth } = ready[index]!;
      return browser.post('/sender/mobile/v3', { bizType: 'REGISTER_LOGIN', principal: mobile, auth });
    });
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    // A busy database may refuse some of them with "busy".
    const { codeTooSoon, busy } = resultCodes;
    expect(answers.filter(({ code }) => code === codeTooSoon || code === busy)).toHaveLength(answers.length - 1);
    expect(outbox.sent(mobile)).toHaveLength(1);
  });

  test('for a browser that has reached its hourly limit', async () => {
    const browser = stranger();
    for (let i = 0; i < 6; i++) expect(await send(browser, newMobile())).toMatchObject({ code: 0 });
    expect(await send(browser, newMobile())).toMatchObject({
      status: 429,
      code: resultCodes.tooManyRequests,
      data: { retryAfter: 3600 },
    });
    services.moveClock(hours(1));
    expect(await send(browser, newMobile())).toMatchObject({ code: 0 });
  });

  test('for an IP address that has reached its limit, with any browser [AC-21]', async () => {
    const clientIp = '192.0.2.44';
    for (let i = 0; i < 8; i++)
      expect(await send(services.browser({ clientIp }), newMobile())).toMatchObject({ code: 0 });
    expect(await send(services.browser({ clientIp }), newMobile())).toMatchObject({
      code: resultCodes.tooManyRequests,
    });
    expect(await send(services.browser({ clientIp: '192.0.2.45' }), newMobile())).toMatchObject({ code: 0 });
  });

  test('for a network that has reached its limit, and for all IPv6 addresses of one subscriber [AC-21]', async () => {
    const from = (i: number) => services.browser({ clientIp: `198.18.7.${i}` });
    for (let i = 0; i < 12; i++) expect(await send(from(i), newMobile())).toMatchObject({ code: 0 });
    expect(await send(from(99), newMobile())).toMatchObject({ code: resultCodes.tooManyRequests });
    const subscriber = (i: number) => services.browser({ clientIp: `2001:db8:7:1::${i.toString(16)}` });
    for (let i = 1; i <= 8; i++) expect(await send(subscriber(i), newMobile())).toMatchObject({ code: 0 });
    expect(await send(subscriber(9), newMobile())).toMatchObject({ code: resultCodes.tooManyRequests });
  });

  test('but not for the owner: a known browser has its own limit [AC-23]', async () => {
    const [mobile, mine] = [newMobile(), stranger()];
    expect(await commit(mine, mobile, await sendAndVerify(mine, mobile), { agreed: true })).toMatchObject({ code: 0 });
    services.moveClock(hours(24));
    for (let i = 0; i < 5; i++) {
      expect(await send(stranger(), mobile)).toMatchObject({ code: 0 });
      services.moveClock(minutes(1));
    }
    expect(await send(stranger(), mobile)).toMatchObject({ code: resultCodes.codeLimitReached });
    const sent = await send(mine, mobile);
    expect(sent).toMatchObject({ code: 0 });
    expect(await verify(mine, sent.data['serviceId'], lastMessageTo(mobile)!.code)).toMatchObject({ code: 0 });
  });

  test('until the owner signs in: then the codes that strangers requested earlier no longer count [D-35]', async () => {
    const [mobile, mine] = [newMobile(), stranger()];
    expect(await commit(mine, mobile, await sendAndVerify(mine, mobile), { agreed: true })).toMatchObject({ code: 0 });
    for (const strangers of [4, 5]) {
      for (let i = 0; i < strangers; i++) {
        services.moveClock(minutes(1));
        expect(await send(stranger(), mobile)).toMatchObject({ code: 0 });
      }
      services.moveClock(hours(1));
    }
    expect(await send(stranger(), mobile, 'RETRIEVE')).toMatchObject({ code: resultCodes.codeLimitReached });
    expect(await commit(mine, mobile, await sendAndVerify(mine, mobile))).toMatchObject({ code: 0 });
    expect(await send(stranger(), mobile, 'RETRIEVE')).toMatchObject({ code: 0 });
  });
});
