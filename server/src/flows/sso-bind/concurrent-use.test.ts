import { and, eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { concurrently } from '../../../test/support/concurrently.ts';
import { bindingHelpers, noCodeLimits } from '../../../test/support/flows/test-binding.ts';
import { createBrowser } from '../../../test/support/test-browser.ts';
import { codeHelpers } from '../../../test/support/flows/test-codes.ts';
import { ssoHelpers } from '../../../test/support/flows/test-company.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { createApp } from '../../app.ts';
import { accessCodes } from '../../store/schema/company-schema.ts';
import { accounts, sessions } from '../../store/schema/schema.ts';

const services = await testAppForFile({ sandbox: true, env: noCodeLimits });
const { signInAtCompany, startSaml, openCallback, postSaml, check, sendBind, checkBind } = ssoHelpers(services);
const { passHumanCheck, lastMessageTo } = codeHelpers(services);
const { newMobile, linkOf, startUnlinked, sendTo } = bindingHelpers(services);
const db = services.database.sql;
type Browser = ReturnType<typeof services.browser>;

const winners = (answers: readonly { code: number }[]) => answers.filter(({ code }) => code === 0);
const opened = () => db.select().from(sessions).where(eq(sessions.method, 'sso'));
beforeEach(async () => {
  await db.delete(sessions);
  await db.delete(accessCodes);
});

/** The same browser at a second instance on the same database: no state is kept in the process. */
async function elsewhere(browser: Browser) {
  const app = await createApp({ ...services, codeRecipients: {} });
  const there = createBrowser(app, services.config, { clientIp: browser.address });
  for (const [name, value] of browser.jar) there.jar.set(name, value);
  return { there, close: () => app.close() };
}

describe('many concurrent requests', () => {
  test('with one access code at two instances open one session [AC-38]', async () => {
    const here = services.browser();
    const accessCode = await openCallback(here, await signInAtCompany(here, 'acme', 'acme-alice'));
    const { there, close } = await elsewhere(here);
    const answers = await concurrently((index) => check(index % 2 ? here : there, accessCode));
    expect(winners(answers)).toHaveLength(1);
    expect(await opened()).toHaveLength(1);
    await close();
  });

  test('returning from one SSO request get one valid access code [AC-38]', async () => {
    const browser = services.browser();
    const callback = await signInAtCompany(browser, 'acme', 'acme-alice');
    const given = await concurrently(() => openCallback(browser, callback));
    expect(new Set(given).size).toBe(given.length);
    expect(await db.select().from(accessCodes)).toHaveLength(1);
  });

  test('with one SAML response are accepted once [AC-38]', async () => {
    const browser = services.browser();
    const form = await startSaml(browser, 'globex', 'globex-dan');
    await concurrently(() => postSaml(form));
    expect(await db.select().from(accessCodes)).toHaveLength(1);
  });

  test('with two right codes for one access code link one account [AC-38] [AC-40]', async () => {
    const mobiles = [newMobile(), newMobile()];
    const here = services.browser();
    const accessCode = await startUnlinked(here);
    const [first, second] = [await sendTo(here, accessCode, mobiles[0]), await sendTo(here, accessCode, mobiles[1])];
    const { there, close } = await elsewhere(here);
    const answers = await concurrently((index) => {
      const [authCodeId, mobile] = index % 2 ? [first, mobiles[0]!] : [second, mobiles[1]!];
      return checkBind(index % 4 < 2 ? here : there, accessCode, { authCodeId, code: lastMessageTo(mobile)?.code });
    });
    expect(winners(answers)).toHaveLength(1);
    expect(await db.select().from(accounts).where(inArray(accounts.mobile, mobiles))).toHaveLength(1);
    expect(await opened()).toHaveLength(1);
    await close();
  });

  test('of two identities that prove one account link one of them [AC-40]', async () => {
    const [mobile, email] = [newMobile(), 'carol-or-mia@example.com'];
    const ouid = await services.addAccount({ mobile, email });
    const [carol, mia] = [services.browser(), services.browser()];
    const [hers, theirs] = [await startUnlinked(carol, 'acme-carol'), await startUnlinked(mia, 'acme-mia')];
    const byMobile = { authCodeId: await sendTo(carol, hers, mobile), code: lastMessageTo(mobile)?.code };
    const { data } = await sendBind(mia, theirs, {
      type: 'EMAIL',
      credentials: email,
      robotModel: await passHumanCheck(mia),
    });
    const byEmail = { authCodeId: data['authCodeId'], code: lastMessageTo(email)?.code };
    const answers = await concurrently((index) =>
      index % 2 ? checkBind(carol, hers, byMobile) : checkBind(mia, theirs, byEmail),
    );
    expect(winners(answers)).toHaveLength(1);
    expect([await linkOf('acme-carol'), await linkOf('acme-mia')].filter(Boolean)).toMatchObject([{ account: ouid }]);
    const mine = and(eq(sessions.account, ouid), eq(sessions.method, 'sso'));
    expect(await db.select().from(sessions).where(mine)).toHaveLength(1);
  });
});
