import { resultCodes } from '@foyer/contract/result-codes';
import { minutes } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditTypesOf } from '../../../test/support/flows/audit-types.ts';
import { codeTestSettings, codeHelpers } from '../../../test/support/flows/test-codes.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { idNumberClaims } from '../../store/schema/real-name-schema.ts';
import { accounts } from '../../store/schema/schema.ts';

const services = await testAppForFile({ sandbox: true, env: codeTestSettings });
const { sendByHandle, verify, lastMessageTo } = codeHelpers(services);
const db = services.database.sql;
const password = 'Foyer-2026';
const onRecord = '110101199003071111';
const claimed = '11010119900307123X';
const path = '/v1/accounts/identityCheck';
type Browser = ReturnType<typeof services.browser>;

let numbers = 13100000000;
/** An invited person who has claimed another ID number after password and code. */
async function claimant(name: string | null = '尹尔') {
  const mobile = String((numbers += 1));
  const ouid = await services.addAccount({ mobile, password, name, idNumber: onRecord });
  const browser = services.browser();
  const { data } = await browser.signIn(mobile, password, { redirectUrl: '/contracts' });
  return { mobile, ouid, browser, held: String(data['serviceId']), claim: () => claimIn(browser, data, mobile) };
}

async function claimIn(browser: Browser, { serviceId }: Record<string, unknown>, mobile: string) {
  services.moveClock(minutes(1));
  const sent = await sendByHandle(browser, serviceId, 'MODIFY_IDCARD');
  await verify(browser, sent.data['serviceId'], lastMessageTo(mobile)?.code);
  return browser.put(path, { serviceId: sent.data['serviceId'], idNumber: claimed });
}

const accountOf = async (ouid: string) => (await db.select().from(accounts).where(eq(accounts.ouid, ouid)))[0];
const claimsOf = (ouid: string) => db.select().from(idNumberClaims).where(eq(idNumberClaims.account, ouid));
const visit = (url: unknown) =>
  services.app.inject({ url: new URL(String(url)).pathname, headers: { host: 'localhost:3000' } });

test('a claimed ID number counts once the identity service has verified it [D-15]', async () => {
  const { mobile, ouid, browser, held, claim } = await claimant();
  const { code, data } = await claim();
  expect({ code, data }).toEqual({ code: 0, data: { confirmedBy: 'identityService', url: expect.any(String) } });
  expect(await accountOf(ouid)).toMatchObject({ idNumber: onRecord, realNameAt: null });
  expect(await browser.post(path, { serviceId: held, idSuffix: '123X' })).toMatchObject({
    code: resultCodes.wrongIdSuffix,
  });

  const page = await visit(data['url']);
  expect(page.body).toContain('/login/web?redirectUrl=http%3A%2F%2Flocalhost%3A3000%2Fcontracts');
  await visit(`${String(data['url'])}/verify`);
  expect(await accountOf(ouid)).toMatchObject({ idNumber: claimed, realNameAt: expect.any(Date) });
  expect(await claimsOf(ouid)).toEqual([]);
  expect(await auditTypesOf(services, ouid)).toEqual([
    'realNameVerified',
    'idNumberConfirmed',
    'identityCheckFailed',
    'idNumberClaimed',
  ]);
  expect(await browser.post(path, { serviceId: held, idSuffix: '123X' })).toMatchObject({ code: 0 });
  expect(await browser.signIn(mobile, password)).toMatchObject({ code: 0, data: { loginDoubleCheck: false } });
});

test('a result for an earlier claim confirms nothing [D-15]', async () => {
  const { ouid, claim } = await claimant();
  const first = await claim();
  await claim();
  await visit(`${String(first.data['url'])}/verify`);
  expect(await accountOf(ouid)).toMatchObject({ idNumber: onRecord, realNameAt: null });
  expect(await claimsOf(ouid)).toHaveLength(1);
});

test('a result confirms nothing once the check was passed with the number on record', async () => {
  const { ouid, browser, held, claim } = await claimant();
  const { data } = await claim();
  expect(await browser.post(path, { serviceId: held, idSuffix: '1111' })).toMatchObject({ code: 0 });
  expect(await claimsOf(ouid)).toEqual([]);
  await visit(`${String(data['url'])}/verify`);
  expect(await accountOf(ouid)).toMatchObject({ idNumber: onRecord });
});

test('a person without a name on record needs their company, since the identity service could verify anyone', async () => {
  const { ouid, claim } = await claimant(null);
  expect(await claim()).toMatchObject({ code: 0, data: { confirmedBy: 'company' } });
  expect(await accountOf(ouid)).toMatchObject({ idNumber: onRecord });
});
