import { proveByPassword } from '@foyer/contract/flows/account';
import { answerHandoff, askHandoff, pollHandoff } from '@foyer/contract/flows/continue-on-phone';
import { startAppLink } from '@foyer/contract/flows/link-identity';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { getRecovery } from '@foyer/contract/flows/recovery';
import { getSecondFactor, switchSecondFactor, verifySecondFactor } from '@foyer/contract/flows/second-factor';
import { sendCodeToMobile } from '@foyer/contract/flows/send-code';
import { getCurrentAccount, undoUnlink, unlinkIdentity } from '@foyer/contract/flows/session';
import { qr } from '@foyer/contract/limits';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import type { Locator, Page } from '@playwright/test';
import { expect, test, widths } from '../../fixtures/screen.ts';
import { account, handoffOffer, signedIn } from '../../scripted/usual-answers.ts';

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
        await expect(secondFactor.errors).toHaveText([t.refusal('wrongCode', { attemptsLeft: 4 })]);
        await page.keyboard.type('222222');
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

    test('two-step verification turned on, an identity unlinked and linked again, and an app that is linked', async ({
      page,
      site,
      t,
    }) => {
      const done = { is: 'done' as const, data: null };
      const needsFreshProof = {
        is: 'needsFreshProof' as const,
        data: { ways: ['password' as const], preServiceId: 'session-1' },
      };
      const mine = account('en-US');
      const wechat = t('qr.switch.wechat');
      const dialog = page.getByRole('dialog');
      site.answer(getSecondFactor, {
        is: 'done',
        data: {
          on: false,
          policy: 'optional',
          factors: ['sms'],
          mobile: masked,
          canAddAuthenticator: true,
          trustedBrowsers: [],
        },
      });
      site.answer(switchSecondFactor, needsFreshProof, needsFreshProof, done);
      site.answer(proveByPassword, done);
      site.answer(unlinkIdentity, done);
      site.answer(undoUnlink, done);
      site.answer(startAppLink, needsFreshProof);
      await page.goto('/account');
      const checkup = page.getByRole('region', { name: t('checkup.title') });
      const turnOn = checkup.getByRole('button', { name: t('checkup.secondFactor.mend') });
      await test.step('Escape in the check-up is back at its button', async () => {
        await tabTo(page, turnOn);
        await page.keyboard.press('Enter');
        await expect(dialog.getByRole('textbox')).toBeFocused();
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
        await expect(turnOn).toBeFocused();
      });
      await test.step('what the press has done leaves the focus in the check-up', async () => {
        await page.keyboard.press('Enter');
        await expect(dialog.getByRole('textbox')).toBeFocused();
        const security = { ...mine.security, secondFactor: true };
        site.answer(getCurrentAccount, { is: 'done', data: { ...mine, security } });
        await page.keyboard.type(person.password);
        await page.keyboard.press('Enter');
        await expect(checkup.getByText(t('checkup.secondFactor.done'))).toBeVisible();
        await expect(dialog).toHaveCount(0);
        await expect.poll(() => isFocusInside(checkup)).toBe(true);
      });
      await test.step('an identity that was unlinked is linked again from its row', async () => {
        await tabTo(page, page.getByRole('button', { name: `${t('home.identities.unlink')}: ${wechat}` }));
        await page.keyboard.press('Enter');
        await tabTo(page, dialog.getByRole('button', { name: t('home.identities.unlink'), exact: true }));
        await page.keyboard.press('Enter');
        await tabTo(page, page.getByRole('button', { name: `${t('home.identities.undo')}: ` }));
        await page.keyboard.press('Enter');
        await expect(page.getByRole('status').filter({ hasText: t('home.identities.linkedAgain') })).toBeVisible();
        await expect.poll(() => isFocusInside(page.locator('main'))).toBe(true);
      });
      await test.step('closing the dialog that links an app is back at its button', async () => {
        const link = page.getByRole('button', { name: `${t('link.app.add')}: ${t('qr.switch.alipay')}`, exact: true });
        await tabTo(page, link);
        await page.keyboard.press('Enter');
        // On a phone the dialog says that it cannot scan its own screen; on a computer a fresh proof is asked for first.
        await (device === 'phone' ? dialog : page.getByRole('dialog', { name: t('proof.title') })).waitFor();
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
        await expect(link).toBeFocused();
      });
    });

    test('a sign-in that continues on the phone', async ({ login, clock, page, site, t }) => {
      if (device === 'desktop')
        await test.step('the computer shows the number, and closing the dialog is back at its button', async () => {
          site.answer(pollHandoff, { is: 'pending', data: { opened: true, number: 42 } });
          const entry = page.getByRole('button', { name: t('phone.title') });
          const dialog = page.getByRole('dialog', { name: t('phone.title') });
          await login.open();
          await tabTo(page, entry);
          await page.keyboard.press('Enter');
          await expect(dialog.getByRole('heading')).toBeFocused();
          await clock.run(qr.pollInterval);
          await expect(dialog.getByRole('status')).toContainText('42');
          await tabTo(page, dialog.getByRole('button', { name: t('common.close') }));
          await page.keyboard.press('Enter');
          await expect(entry).toBeFocused();
        });
      site.answer(askHandoff, { is: 'done', data: { ...handoffOffer, url: '/home' } });
      site.answer(answerHandoff, { is: 'done', data: { result: 'confirmed' } });
      await page.goto(`${pageRoutes.continueOnPhone}#token-1`);
      await test.step('the number is typed where the link was opened', async () => {
        await tabTo(page, page.getByRole('textbox', { name: t('handoff.field') }));
        await page.keyboard.type('42');
        await tabTo(page, page.getByRole('button', { name: t('handoff.confirm'), exact: true }));
        await page.keyboard.press('Enter');
        await expect(page.getByRole('heading', { name: t('handoff.confirmed.title') })).toBeFocused();
      });
      await test.step('and the way on from there', async () => {
        await tabTo(page, page.getByRole('link', { name: t('handoff.goOn') }));
        await page.keyboard.press('Enter');
        await page.waitForURL('**/home');
      });
    });
  });

const isFocusInside = (part: Locator) => part.evaluate((element) => element.contains(document.activeElement));

/** Presses Tab until the control has the focus: one that cannot be reached fails the test. */
async function tabTo(page: Page, control: Locator) {
  await control.waitFor();
  const isFocused = () => control.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 80; presses += 1) {
    if (await isFocused()) return;
    await page.keyboard.press('Tab');
  }
  await expect(control).toBeFocused();
}
