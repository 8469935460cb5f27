import { resultCodes } from '@foyer/contract/result-codes';
import { minutes } from '@foyer/contract/time';
import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../platform/sha256.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';

const services = await testAppForFile();
const password = 'Foyer-2026';
const newPassword = 'Quiet-Harbour-7';
type Browser = ReturnType<typeof services.browser>;

let numbers = 13630000000;
async function signedInPerson() {
  const mobile = String((numbers += 1));
  const ouid = await services.addAccount({ mobile, password });
  const browser = services.browser();
  await browser.signIn(mobile, password);
  return { browser, mobile, ouid };
}
const changePassword = (browser: Browser, typed = newPassword, endOtherSessions = false) =>
  browser.post('/user/accounts/password/change', { newPassword: sha256Hex(typed), endOtherSessions });
const isSignedIn = async (browser: Browser) => (await browser.get('/user/accounts/me')).code === 0;

describe('a changed password', () => {
  test('replaces the earlier one, is recorded and notified', async () => {
    const { browser, mobile, ouid } = await signedInPerson();
    expect(await changePassword(browser)).toMatchObject({ code: 0, data: null });
    expect(await isSignedIn(browser)).toBe(true);
    expect(await services.browser().signIn(mobile, password)).toMatchObject({ code: resultCodes.wrongCredentials });
    expect(await services.browser().signIn(mobile, newPassword)).toMatchObject({ code: 0 });
    const events = await services.stores.audit.listByAccount(ouid);
    expect(events.map(({ type }) => type)).toContain('passwordChanged');
    await services.backgroundTasks.settled();
    expect(services.sandbox.outbox.sent(mobile).map(({ text }) => text)).toEqual(
      expect.arrayContaining([expect.stringMatching(/密码已修改|password was changed/)]),
    );
  });

  test.each([true, false])(
    'ends all trust, and the other sessions only where the person chooses it (%s)',
    async (endOthers) => {
      const { browser, mobile, ouid } = await signedInPerson();
      const other = services.browser();
      await other.signIn(mobile, password);
      await services.stores.trustedBrowsers.trust(ouid, { browserId: 'b', token: undefined, device: '' });
      await changePassword(browser, newPassword, endOthers);
      expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([true, !endOthers]);
      const account = await services.stores.accounts.findByOuid(ouid);
      expect((await services.stores.personalData.read(account!)).trustedBrowsers).toEqual([]);
    },
  );

  test('is a first one for an account without', async () => {
    const { browser, mobile, ouid } = await signedInPerson();
    await services.stores.accounts.removePassword(ouid);
    expect(await changePassword(browser)).toMatchObject({ code: 0 });
    expect(await services.browser().signIn(mobile, newPassword)).toMatchObject({ code: 0 });
  });

  test('is refused when it is common', async () => {
    const { browser, mobile } = await signedInPerson();
    expect(await changePassword(browser, 'password1')).toMatchObject({ code: resultCodes.commonPassword });
    expect(await services.browser().signIn(mobile, password)).toMatchObject({ code: 0 });
  });

  test('needs a fresh proof', async () => {
    const { browser, mobile } = await signedInPerson();
    services.moveClock(minutes(10));
    expect(await changePassword(browser)).toMatchObject({ code: resultCodes.needsFreshProof });
    expect(await services.browser().signIn(mobile, password)).toMatchObject({ code: 0 });
  });
});
