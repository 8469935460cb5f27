import { commitPassword } from '@foyer/contract/flows/password-login';
import { getRecovery } from '@foyer/contract/flows/recovery';
import { verifySecondFactor } from '@foyer/contract/flows/second-factor';
import { sendCodeToMobile } from '@foyer/contract/flows/send-code';
import type { Locator, Page } from '@playwright/test';
import { expect, test, widths } from '../../fixtures/screen.ts';
import { signedIn } from '../../scripted/usual-answers.ts';

const person = { account: '13812345678', password: 'Quiet-Harbour-7' };
const masked = '138****5678';

for (const device of ['desktop', 'phone'] as const)
  test.describe(`by keyboard alone, ${device}`, () => {
    test.use(widths[device]);

    test('a refused sign-in, its second factor closed and opened again, and a wrong code typed over', async ({
      login,
      secondFactor,
      page,
      site,
      t,
    }) => {
      const asked = {
        is: 'done' as const,
        data: {
          ...signedIn,
          loginDoubleCheck: true,
          preServiceId: 'first-1',
          mobile: masked,
          secondFactors: ['sms' as const, 'totp' as const],
        },
      };
      site.answer(commitPassword, { is: 'internalError' }, asked, asked);
      site.answer(
        sendCodeToMobile,
        { is: 'done', data: { serviceId: 'code-1' } },
        { is: 'codeTooSoon', data: { retryAfter: 21 } },
      );
      site.answer(getRecovery, { is: 'done', data: { proofs: [], hours: 72 } });
      await login.open();
      await test.step('the focus stays on the button of a refused sign-in', async () => {
        await tabTo(page, login.account);
        await page.keyboard.type(person.account);
        await tabTo(page, login.password);
        await page.keyboard.type(person.password);
        await tabTo(page, login.submit);
        await page.keyboard.press('Enter');
        await expect(login.errors).toHaveText([t.refusal('internalError')]);
        await expect(login.submit).toBeFocused();
      });
      await test.step('Escape closes the second factor, and it opens again with the time that is left', async () => {
        await page.keyboard.press('Enter');
        await secondFactor.waitUntilSent();
        await page.keyboard.press('Escape');
        await expect(secondFactor.dialog).toHaveCount(0);
        await tabTo(page, login.submit);
        await page.keyboard.press('Enter');
        await expect(secondFactor.code.button).toHaveText(t('code.countdown', { s: 21 }));
        await expect(secondFactor.code.input).toBeFocused();
      });
      await test.step('who can use none of the ways reaches the recovery, and comes back', async () => {
        await tabTo(page, secondFactor.another);
        await page.keyboard.press('Enter');
        await tabTo(page, secondFactor.lost);
        await page.keyboard.press('Enter');
        await expect(secondFactor.recovery).toBeVisible();
        await tabTo(page, secondFactor.recovery.getByRole('button', { name: t('common.back'), exact: true }));
        await page.keyboard.press('Enter');
        await expect(secondFactor.dialog.getByRole('list')).toBeFocused();
        site.answer(sendCodeToMobile, { is: 'done', data: { serviceId: 'code-2' } });
        await tabTo(page, secondFactor.ways.first());
        await page.keyboard.press('Enter');
      });
      await test.step('a wrong code is replaced by the next digit', async () => {
        site.answer(
          verifySecondFactor,
          { is: 'wrongCode', data: { attemptsLeft: 4 } },
          { is: 'done', data: { serviceId: 'done-1', url: '/home', needAgreement: false } },
        );
        await secondFactor.waitUntilSent();
        await expect(secondFactor.code.input).toBeFocused();
        await page.keyboard.type('111111');
        await page.keyboard.press('Enter');
        await expect(secondFactor.errors).toHaveText([t.refusal('wrongCode', { attemptsLeft: 4 })]);
        await page.keyboard.type('222222');
        await expect(secondFactor.code.input).toHaveValue('222222');
        await page.keyboard.press('Enter');
        await page.waitForURL('**/home');
      });
    });

    test('who is signed in already goes on', async ({ login, page, site, t }) => {
      site.show({ notice: { is: 'signedIn', name: 'An Lin', url: '/home' } });
      await login.open();
      await tabTo(page, page.getByRole('link', { name: t('view.continue') }));
      await page.keyboard.press('Enter');
      await page.waitForURL('**/home');
    });
  });

/** Presses Tab until the control has the focus: one that cannot be reached fails the test. */
async function tabTo(page: Page, control: Locator) {
  await control.waitFor();
  const isFocused = () => control.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 40; presses += 1) {
    if (await isFocused()) return;
    await page.keyboard.press('Tab');
  }
  await expect(control).toBeFocused();
}
