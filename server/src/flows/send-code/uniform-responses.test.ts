import { resultCodes } from '@foyer/contract/result-codes';
import { minutes } from '@foyer/contract/time';
import { describe, expect, test } from 'vitest';
import { codeTestSettings, codeHelpers } from '../../../test/support/flows/test-codes.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';

const services = await testAppForFile({
  env: { ...codeTestSettings, CODES_PER_BROWSER: '1000', CODES_PER_ADDRESS: '1000', CODES_PER_NETWORK: '1000' },
});
const { passHumanCheck, send, verify, lastMessageTo } = codeHelpers(services);
const { outbox, fault } = services.sandbox;

let numbers = 13000000000;
const newMobile = () => String((numbers += 1));
const newEmail = () => `person${(numbers += 1)}@example.com`;

/** The kinds of accounts that a response must not distinguish. */
const kinds = {
  missing: undefined,
  someone: {},
  withPassword: { password: 'Foyer-2026' },
  disabled: { disabledAt: new Date() },
  withSecondFactor: { secondFactor: true },
  invited: { name: '尹尔', idNumber: '11010119900307123X' },
  notAgreed: { agreed: false },
};

/** A response without the values that differ each time. */
const seen = ({ status, headers, ...body }: Awaited<ReturnType<typeof send>>) => {
  const text = JSON.stringify({ status, ...body }).replace(/"serviceId":"[\w-]{43}"/, '"serviceId":"…"');
  const { date, 'set-cookie': cookie, 'x-request-id': _, ...rest } = headers;
  return { text, rest, cookie: String(cookie).replace(/=[\w-]{43}/, '=…'), dated: date !== undefined };
};

describe.each(['REGISTER_LOGIN', 'REGISTER', 'RETRIEVE', 'FIND_ACCOUNT'])('requesting a code for %s', (bizType) => {
  test.each([
    ['a mobile number', 'mobile'],
    ['an e-mail address', 'email'],
  ] as const)(
    'of %s gets the same response for every kind of account, also too soon and while nothing can be sent [AC-17] [AC-17s]',
    async (_, kind) => {
      const responses: Record<string, unknown[]> = {};
      for (const [name, account] of Object.entries(kinds)) {
        const [mobile, email] = [newMobile(), newEmail()];
        if (account) await services.addAccount({ mobile, email, ...account });
        const principal = kind === 'mobile' ? mobile : email;
        const browser = services.browser();
        const first = await send(browser, principal, bizType);
        const wrong = await verify(
          browser,
          first.data['serviceId'],
          lastMessageTo(principal)?.code === '111111' ? '222222' : '111111',
        );
        const tooSoon = await send(browser, principal, bizType);
        fault.set('refusing');
        services.moveClock(minutes(1));
        const notSent = await send(browser, principal, bizType);
        fault.set('working');
        expect([first.code, tooSoon.code, notSent.code]).toEqual([0, resultCodes.codeTooSoon, resultCodes.codeNotSent]);
        responses[name] = [first, wrong, tooSoon, notSent].map(seen);
        expect(outbox.sent(principal)).toHaveLength(1);
      }
      const { missing, ...others } = responses;
      for (const other of Object.values(others)) expect(other).toEqual(missing);
    },
  );
});

describe('a recipient without an account', () => {
  test('is informed by message, without a code [D-16] [AC-17]', async () => {
    const [mobile, email] = [newMobile(), newEmail()];
    await send(services.browser(), mobile, 'RETRIEVE');
    await send(services.browser({ language: 'zh-CN' }), email, 'FIND_ACCOUNT');
    expect(lastMessageTo(mobile)!.text).toBe(
      '【云章】This number has no account. If you were looking for one, please register. If not, ignore this message.',
    );
    expect(lastMessageTo(mobile)).not.toHaveProperty('code');
    expect(lastMessageTo(email)).toMatchObject({
      subject: '云章：该邮箱尚未注册',
      text: expect.stringContaining('有人用该邮箱在云章找回账号'),
    });
    expect(lastMessageTo(email)).not.toHaveProperty('code');
  });
});

describe('a code to a recipient that an earlier step knows', () => {
  const { codeRecipients } = services;
  const held = async (bizType: string, preServiceId: string, kind = 'mobile') => {
    const browser = services.browser();
    const auth = await passHumanCheck(browser);
    return { browser, answer: await browser.post(`/sender/${kind}/v3`, { bizType, preServiceId, auth }) };
  };

  test('is sent there, and the browser gets the masked recipient [D-11] [D-29]', async () => {
    const mobile = newMobile();
    const account = await services.addAccount({ mobile });
    codeRecipients.MODIFY_IDCARD = async (handle) =>
      handle === 'known' ? { account, recipient: { kind: 'mobile', value: mobile }, isRevealed: true } : undefined;
    const { browser, answer } = await held('MODIFY_IDCARD', 'known');
    expect(answer).toMatchObject({ code: 0, data: { sentTo: `${mobile.slice(0, 3)}****${mobile.slice(-4)}` } });
    expect(JSON.stringify(answer)).not.toContain(mobile);
    expect(await verify(browser, answer.data['serviceId'], lastMessageTo(mobile)!.code)).toMatchObject({ code: 0 });
    expect((await held('MODIFY_IDCARD', 'unknown')).answer).toMatchObject({ code: resultCodes.unknownServiceId });
    expect((await held('MODIFY_IDCARD', 'known', 'email')).answer).toMatchObject({
      code: resultCodes.unknownServiceId,
    });
  });

  test('without an account gets the same response, and nothing is sent [D-17] [AC-17]', async () => {
    const mobile = newMobile();
    const account = await services.addAccount({ mobile });
    codeRecipients.FIND_ACCOUNT = async (handle) => ({
      account: handle === 'known' ? account : undefined,
      recipient: { kind: 'mobile', value: handle === 'known' ? mobile : handle },
      isRevealed: false,
    });
    const before = outbox.sent().length;
    const [known, unknown] = [await held('FIND_ACCOUNT', 'known'), await held('FIND_ACCOUNT', 'unknown-person')];
    expect(seen(known.answer)).toEqual(seen(unknown.answer));
    expect(known.answer.data).not.toHaveProperty('sentTo');
    await services.backgroundTasks.settled();
    expect(outbox.sent()).toHaveLength(before + 1);
    expect(lastMessageTo(mobile)).toHaveProperty('code');
    const soon = [await held('FIND_ACCOUNT', 'known'), await held('FIND_ACCOUNT', 'unknown-person')];
    expect(seen(soon[0]!.answer)).toEqual(seen(soon[1]!.answer));
    const wrong = await verify(unknown.browser, unknown.answer.data['serviceId'], '111111');
    expect(wrong).toMatchObject({ code: resultCodes.wrongCode });
  });

  test('that could not be sent gets the responses of a person without an account [D-17] [AC-17]', async () => {
    const mobile = newMobile();
    const account = await services.addAccount({ mobile });
    codeRecipients.FIND_ACCOUNT = async (handle) => ({
      account: handle === 'known' ? account : undefined,
      recipient: { kind: 'mobile', value: handle === 'known' ? mobile : handle },
      isRevealed: false,
      countedAs: handle,
    });
    fault.set('refusing');
    const handles = ['known', `unknown-${mobile}`];
    const sent = [];
    for (const handle of handles) sent.push(await held('FIND_ACCOUNT', handle));
    await services.backgroundTasks.settled();
    fault.set('working');
    const wrong = [];
    for (const { browser, answer } of sent) wrong.push(seen(await verify(browser, answer.data['serviceId'], '111111')));
    expect(wrong[0]!.text).toContain(String(resultCodes.wrongCode));
    expect(wrong[0]).toEqual(wrong[1]);
    const again = [];
    for (const handle of handles) again.push(seen((await held('FIND_ACCOUNT', handle)).answer));
    expect(again[0]).toEqual(again[1]);
  });

  test('that could not be sent uses up no limit of the recipient that no response shows [BE-09]', async () => {
    const mobile = newMobile();
    const account = await services.addAccount({ mobile });
    const recipient = { kind: 'mobile', value: mobile } as const;
    let searches = 0;
    codeRecipients.FIND_ACCOUNT = async () => ({
      account,
      recipient,
      isRevealed: false,
      countedAs: `the hash of name ${(searches += 1)}`,
    });
    fault.set('refusing');
    expect((await held('FIND_ACCOUNT', 'known')).answer).toMatchObject({ code: 0 });
    await services.backgroundTasks.settled();
    fault.set('working');
    const { browser, answer } = await held('FIND_ACCOUNT', 'known');
    expect(answer).toMatchObject({ code: 0 });
    await services.backgroundTasks.settled();
    expect(await verify(browser, answer.data['serviceId'], lastMessageTo(mobile)?.code)).toMatchObject({ code: 0 });
  });
});
