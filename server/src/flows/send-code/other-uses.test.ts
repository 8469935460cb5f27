import { resultCodes } from '@foyer/contract/result-codes';
import { hours } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { codeTestSettings, codeHelpers } from '../../../test/support/flows/test-codes.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { otherBrowsers, wrongCodeQuota } from '../../parts/one-time-code/code-quotas.ts';
import { sha256 as hashOf, sha256Hex } from '../../platform/sha256.ts';
import { codes as table } from '../../store/schema/schema.ts';

const services = await testAppForFile({ env: { ...codeTestSettings, CODES_PER_NETWORK: '1000' } });
const { send, sendByHandle, verify, commit, lastMessageTo, loginParams } = codeHelpers(services);
const db = services.database.sql;
const password = 'Foyer-2026';

type Browser = ReturnType<typeof services.browser>;
interface Code {
  browser: Browser;
  mobile: string;
  serviceId: string;
  code: string;
}

let numbers = 13900000000;
const newMobile = () => String((numbers += 1));

async function sent(mobile: string, bizType: string): Promise<Code> {
  const browser = services.browser();
  const { data } = await send(browser, mobile, bizType);
  return { browser, mobile, serviceId: String(data['serviceId']), code: lastMessageTo(mobile)!.code! };
}

/** With the handle that the right password returned. */
async function heldFor(bizType: string, account: object): Promise<Code> {
  const mobile = newMobile();
  await services.addAccount({ mobile, password, ...account });
  const browser = services.browser();
  const { data } = await browser.signIn(mobile, password);
  const { data: response } = await sendByHandle(browser, data['preServiceId'] ?? data['serviceId'], bizType);
  return { browser, mobile, serviceId: String(response['serviceId']), code: lastMessageTo(mobile)!.code! };
}

async function typed(coming: Promise<Code>): Promise<Code> {
  const code = await coming;
  expect(await verify(code.browser, code.serviceId, code.code)).toMatchObject({ code: 0 });
  return code;
}

async function known(): Promise<string> {
  const mobile = newMobile();
  await services.addAccount({ mobile });
  return mobile;
}

/** Each kind of code, prepared up to the call that uses it. */
const ways: Record<string, () => Promise<Code>> = {
  REGISTER: () => typed(sent(newMobile(), 'REGISTER')),
  REGISTER_LOGIN: async () => typed(sent(await known(), 'REGISTER_LOGIN')),
  RETRIEVE: async () => typed(sent(await known(), 'RETRIEVE')),
  FIND_ACCOUNT: async () => typed(sent(await known(), 'FIND_ACCOUNT')),
  MODIFY_IDCARD: () => typed(heldFor('MODIFY_IDCARD', { name: '尹尔', idNumber: '11010119900307123X' })),
  LOGIN_DOUBLE_CHECK: () => heldFor('LOGIN_DOUBLE_CHECK', { secondFactor: true }),
};

const newPassword = sha256Hex('Lantern~5000');
const source = { pub: 'pub', chl: 'chl', tml: 'tml' };

/** The call that uses each kind of code. */
const uses: Record<string, (code: Code) => ReturnType<Browser['post']>> = {
  REGISTER: ({ browser, serviceId }) =>
    browser.post('/sender/register', { source, serviceId, loginParams, encrypter: 'SHA256', password: newPassword }),
  REGISTER_LOGIN: ({ browser, mobile, serviceId }) => commit(browser, mobile, serviceId, { agreed: true }),
  RETRIEVE: ({ browser, serviceId }) => browser.put('/v1/accounts/password', { serviceId, newPassword }),
  FIND_ACCOUNT: ({ browser, serviceId }) => browser.post('/v1/accounts/find', { serviceId }),
  MODIFY_IDCARD: ({ browser, serviceId }) =>
    browser.put('/v1/accounts/identityCheck', { serviceId, idNumber: '110101199003071111' }),
  LOGIN_DOUBLE_CHECK: ({ browser, serviceId, code }) =>
    browser.post('/sender/verifyLoginDoubleCheck', { serviceId, credentials: code }),
};

/** The wrong attempts counted for the code, and for its recipient in this hour. */
async function counted({ serviceId, mobile }: Code) {
  const [row] = await db
    .select()
    .from(table)
    .where(eq(table.handleHash, hashOf(serviceId)));
  const { key } = wrongCodeQuota({ kind: 'mobile', value: mobile }, otherBrowsers, services.config.limits.codes);
  const [ofTheHour] = await services.stores.quotas.used([key], hours(1));
  return { ofTheCode: row?.failedAttempts, ofTheHour };
}

const names = Object.keys(uses);
const unknown = { status: 200, code: resultCodes.unknownServiceId };

describe.each(names)('a code for %s', (bizType) => {
  test.each(names.filter((name) => name !== bizType))(
    'is refused for %s and counts as a wrong attempt [AC-19]',
    async (other) => {
      const code = await ways[bizType]!();
      expect(await uses[other]!(code)).toMatchObject(unknown);
      expect(await counted(code)).toEqual({ ofTheCode: 1, ofTheHour: 1 });
      expect(await uses[bizType]!(code)).toMatchObject({ code: 0 });
    },
  );
});

test('a code for the second factor cannot be verified like other codes [AC-19]', async () => {
  const code = await ways['LOGIN_DOUBLE_CHECK']!();
  expect(await verify(code.browser, code.serviceId, code.code)).toMatchObject(unknown);
  expect(await counted(code)).toEqual({ ofTheCode: 1, ofTheHour: 1 });
});

test('a verified code used with another account counts as a wrong attempt [AC-19] [AC-24]', async () => {
  const [mine, theirs] = [await ways['REGISTER_LOGIN']!(), await known()];
  expect(await commit(mine.browser, theirs, mine.serviceId)).toMatchObject(unknown);
  expect(await commit(mine.browser, 'not-an-account', mine.serviceId)).not.toMatchObject({ code: 0 });
  expect((await counted(mine)).ofTheCode).toBeGreaterThan(0);
  expect(await commit(mine.browser, mine.mobile, mine.serviceId)).toMatchObject({ code: 0 });
});

test('a verified code used in another browser counts as a wrong attempt, with the response of an unknown one [AC-19]', async () => {
  const mine = await ways['REGISTER_LOGIN']!();
  const { browser: thief } = await ways['REGISTER_LOGIN']!();
  expect(await commit(thief, mine.mobile, mine.serviceId)).toMatchObject(unknown);
  expect(await counted(mine)).toEqual({ ofTheCode: 1, ofTheHour: 1 });
});

test('after five wrong uses it is invalid for its own purpose too [AC-19] [D-06]', async () => {
  const code = await ways['REGISTER_LOGIN']!();
  for (let i = 0; i < 5; i++) await uses['RETRIEVE']!(code);
  expect(await uses['REGISTER_LOGIN']!(code)).toMatchObject(unknown);
  expect(code.browser.jar.has('foyer_session')).toBe(false);
});
