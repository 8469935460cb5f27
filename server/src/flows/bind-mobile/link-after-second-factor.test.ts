import { scanApps } from '@foyer/contract/pages/page-config';
import { resultCodes } from '@foyer/contract/result-codes';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { signInWalks } from '../../../test/support/flows/sign-in-walks.ts';
import { codeTestSettings, codeHelpers } from '../../../test/support/flows/test-codes.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { appNames, everyApp, newPhoneOwner, scanHelpers } from '../../../test/support/flows/test-scans.ts';
import { identities, sessions } from '../../store/schema/schema.ts';

const services = await testAppForFile({ env: { ...codeTestSettings, ...everyApp } });
const { link } = scanHelpers(services);
const { sendByHandle, lastMessageTo } = codeHelpers(services);
const { linkedByCode, newMobile } = signInWalks(services, 13730000000);
const db = services.database.sql;

const linksOf = (ouid: string) => db.select().from(identities).where(eq(identities.account, ouid));
const sessionsOf = (ouid: string) => db.select().from(sessions).where(eq(sessions.account, ouid));

describe.each(scanApps)('a person with %s who binds the number of an account with a second factor', (app) => {
  async function bindWithCode() {
    const mobile = newMobile();
    const ouid = await services.addAccount({ mobile, secondFactor: true });
    const { browser, preServiceId } = await linkedByCode({ mobile }, app);
    expect(preServiceId).toEqual(expect.any(String));
    const passSecondFactor = async () => {
      const second = await sendByHandle(browser, preServiceId, 'LOGIN_DOUBLE_CHECK');
      const credentials = lastMessageTo(mobile)?.code;
      return browser.post('/sender/verifyLoginDoubleCheck', { credentials, serviceId: second.data['serviceId'] });
    };
    const messages = async () => {
      await services.backgroundTasks.settled();
      return JSON.stringify(services.sandbox.outbox.sent(mobile));
    };
    return { ouid, passSecondFactor, messages };
  }

  test('gets no session and is not linked before the second factor [AC-30]', async () => {
    const { ouid, passSecondFactor, messages } = await bindWithCode();
    expect([await sessionsOf(ouid), await linksOf(ouid)]).toEqual([[], []]);
    expect(await messages()).not.toContain('was linked');

    expect(await passSecondFactor()).toMatchObject({ code: 0 });
    expect(await sessionsOf(ouid)).toHaveLength(1);
    expect((await linksOf(ouid)).map(({ provider }) => provider.split('.')[0])).toContain(app);
    expect(await messages()).toContain(`${appNames[app]} was linked`);
  });

  test('is refused if the account was linked to another identity of the app meanwhile', async () => {
    const { ouid, passSecondFactor } = await bindWithCode();
    await link(ouid, newPhoneOwner(newMobile()), app);
    expect(await passSecondFactor()).toMatchObject({
      code: resultCodes.boundElsewhere,
      message: expect.stringContaining(appNames[app]),
    });
    expect(await sessionsOf(ouid)).toEqual([]);
  });
});
