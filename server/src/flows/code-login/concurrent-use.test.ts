import { resultCodes } from '@foyer/contract/result-codes';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { concurrently } from '../../../test/support/concurrently.ts';
import { createBrowser } from '../../../test/support/test-browser.ts';
import { codeTestSettings, codeHelpers } from '../../../test/support/flows/test-codes.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { createApp } from '../../app.ts';
import { accounts, sessions } from '../../store/schema/schema.ts';

const services = await testAppForFile({
  env: { ...codeTestSettings, CODES_PER_BROWSER: '100', CODES_PER_ADDRESS: '100' },
});
const { sendAndVerify, commit, send, verify, lastMessageTo } = codeHelpers(services);
const db = services.database.sql;

let numbers = 13380000000;
const newMobile = () => String((numbers += 1));
/** Sixteen spellings of one mobile number: prefixes, separators, and full-width digits. */
const spellingsOf = (mobile: string) => {
  const parted = [
    mobile,
    mobile.replace(/(...)(....)/, '$1 $2 '),
    mobile.replace(/(...)(....)/, '$1-$2-'),
    ` ${mobile} `,
  ];
  const named = parted.flatMap((number) => [number, `+86 ${number}`]);
  const wide = (text: string) => text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
  return named.flatMap((number) => [number, wide(number)]);
};
const withMobile = (mobile: string) => db.select().from(accounts).where(eq(accounts.mobile, mobile));

describe('many concurrent requests', () => {
  test('with one verified code open one session [AC-20]', async () => {
    const mobile = newMobile();
    const ouid = await services.addAccount({ mobile });
    const browser = services.browser();
    const serviceId = await sendAndVerify(browser, mobile);
    const answers = await concurrently(() => commit(browser, mobile, serviceId));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(await db.select().from(sessions).where(eq(sessions.account, ouid))).toHaveLength(1);
  });

  test('with one verified code create one account, in any spelling [AC-60]', async () => {
    const mobile = newMobile();
    const browser = services.browser();
    const serviceId = await sendAndVerify(browser, mobile);
    const spelled = spellingsOf(mobile);
    const answers = await concurrently((index) =>
      commit(browser, spelled[index % spelled.length]!, serviceId, { agreed: true }),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    // A busy database may refuse some of them with "busy".
    const { expiredCode, busy } = resultCodes;
    for (const { code } of answers) expect([0, expiredCode, busy]).toContain(code);
    const [account, ...more] = await withMobile(mobile);
    expect(more).toEqual([]);
    expect(await db.select().from(sessions).where(eq(sessions.account, account!.ouid))).toHaveLength(1);
  });
});

/** A second instance on the same database: no state is kept in the process. */
test('two instances give one session, whichever instance serves each step [AC-20] [BE-15]', async () => {
  const mobile = newMobile();
  const ouid = await services.addAccount({ mobile });
  const other = await createApp({ ...services, codeRecipients: {} });
  const here = services.browser();
  const there = createBrowser(other, services.config, { clientIp: here.address });
  const sent = await send(here, mobile);
  for (const [name, value] of here.jar) there.jar.set(name, value);
  expect(await verify(there, sent.data['serviceId'], lastMessageTo(mobile)!.code)).toMatchObject({ code: 0 });
  const serviceId = String(sent.data['serviceId']);
  const answers = await concurrently((index) => commit(index % 2 ? here : there, mobile, serviceId));
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
  expect(await db.select().from(sessions).where(eq(sessions.account, ouid))).toHaveLength(1);
  await other.close();
});
