import { resetPassword } from '@foyer/contract/flows/retrieve-password';
import { sendCodeToMobile } from '@foyer/contract/flows/send-code';
import { retrieve as limits } from '@foyer/contract/limits';
import { minutes } from '@foyer/contract/time';
import { expect, test, widths } from '../../fixtures/screen.ts';

const account = '13812345678';
const newPassword = 'Brand-New-Day-8';
/** Any code is accepted. */
const outbox = { code: async () => '482913' };

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a verified account gets a new password, and the page returns to sign-in [PG-01] [D-16]', async ({
    retrievePassword,
    login,
    clock,
    page,
    site,
    t,
  }) => {
    await retrievePassword.open();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('page.retrieve'));
    await test.step('a code verifies the account', async () => {
      await retrievePassword.verifyAccount(account, outbox);
      expect(site.bodiesOf(sendCodeToMobile)).toEqual([{ bizType: 'RETRIEVE', principal: account }]);
      await expect(retrievePassword.password).toBeFocused();
      await expect(retrievePassword.step).toContainText(t('retrieve.step.password'));
      await expect(page.getByRole('main')).toContainText('138****5678');
      await expect(page.locator('[autocomplete=username]')).toHaveValue(account);
    });
    await test.step('a bad password is rejected with the reason and stays in the field [AC-33]', async () => {
      await retrievePassword.submitPassword(newPassword, `${newPassword}9`);
      await expect(retrievePassword.errors).toHaveText([t('pwd.again.mismatch')]);
      await expect(retrievePassword.repeatPassword).toBeFocused();
      expect(site.callsOf(resetPassword)).toEqual([]);
      site.answer(resetPassword, { is: 'commonPassword' }, 'lost', { is: 'done', data: null });
      await retrievePassword.submitPassword('Password123');
      await expect(retrievePassword.errors).toHaveText([t.refusal('commonPassword')]);
      await expect(retrievePassword.password).toHaveValue('Password123');
      await expect(retrievePassword.password).toBeFocused();
    });
    await test.step('after a reload and a lost response the new password is still accepted [AC-62]', async () => {
      await clock.run(minutes(9));
      await page.reload();
      await expect(retrievePassword.password).toBeVisible();
      await expect(page.locator('body')).toBeFocused();
      await retrievePassword.submitPassword(newPassword);
      await expect(retrievePassword.errors).toHaveText([t('common.network')]);
      await retrievePassword.submit.click();
      await expect(retrievePassword.done).toBeFocused();
    });
    await test.step('it is sent as a hash [D-03]', async () => {
      const [, first, again] = site.bodiesOf(resetPassword);
      expect(first).toEqual({
        serviceId: 'code-1',
        newPassword: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      expect(again).toEqual(first);
    });
    await test.step('after five seconds the page returns to sign-in, with the account filled in', async () => {
      await clock.run(limits.redirectAfter - 1);
      await expect(retrievePassword.done).toBeVisible();
      await clock.run(1);
      await page.waitForURL('**/login/web?*');
      await login.waitForHydration();
      await expect(login.account).toHaveValue(account);
      await expect(login.account).toBeEditable();
    });
  });
});

test.describe('on a phone', () => {
  test.use(widths.phone);

  test('an expired code leads back to the account, which stays filled in; a person who stays at the end is not redirected, and a reload starts again [PG-01] [D-16]', async ({
    retrievePassword,
    clock,
    page,
    site,
    t,
  }) => {
    site.answer(resetPassword, { is: 'expiredCode' }, { is: 'done', data: null });
    await retrievePassword.open('/usercenterFront/retrieve/web');
    await retrievePassword.verifyAccount(account, outbox);
    await test.step('the account is filled in, also where the browser does not keep what was typed', async () => {
      await page.evaluate(() => sessionStorage.removeItem('foyer.account'));
      await retrievePassword.submitPassword(newPassword);
      await expect(retrievePassword.errors).toHaveText([t.refusal('expiredCode')]);
      await expect(retrievePassword.account).toHaveValue(account);
      await expect(retrievePassword.account).toBeFocused();
    });
    await test.step('another code sets the password', async () => {
      await retrievePassword.verifyAccount(account, outbox);
      await retrievePassword.submitPassword(newPassword);
      await expect(retrievePassword.done).toBeFocused();
    });
    await test.step('a person who stays is not redirected', async () => {
      await retrievePassword.stay.click();
      await expect(retrievePassword.stay).toHaveCount(0);
      await clock.run(minutes(10));
      await expect(retrievePassword.done).toBeVisible();
    });
    await test.step('a reload starts again', async () => {
      await page.reload();
      await expect(retrievePassword.account).toHaveValue(account);
      await expect(retrievePassword.password).toHaveCount(0);
    });
  });
});
