import { resend } from '@foyer/contract/limits';
import { minutes } from '@foyer/contract/time';
import { isShortForm } from '../../../scripts/support/test-form.mjs';
import { expect, test } from '../../fixtures/test.ts';
import { ScanConfirmPage } from '../../pages/scan-confirm-page.ts';
import { newMobile } from '../../support/people/new-accounts.ts';
import { makeOldest, takeAway, usedInterfaces } from '../../support/page/oldest-browser.ts';
import { alice, bob } from '../../support/people/people.ts';
import { registerAndAgree } from '../../support/people/register-account.ts';
import { widths } from '../../support/page/widths.ts';

/* Every way in, in a browser that has nothing that the oldest supported ones lack (`web/browser-floor.json`). */

// The styles are changed, so that their hashes are not those of the policy.
test.use({ bypassCSP: true });

test.describe('all at once', () => {
  test.beforeEach(({ context }) => makeOldest(context));

  test('a password signs in', async ({ login, home }) => {
    await login.open();
    await login.signIn(alice);
    await expect(home.greeting).toBeVisible();
  });

  test('a code registers, after a human check, and a password is set', async ({
    login,
    code,
    agreement,
    setPassword,
    outbox,
    page,
  }) => {
    const mobile = newMobile();
    await login.open({ preLoginWay: 'authCode' });
    await login.account.fill(mobile);
    await code.send();
    await code.input.fill(await outbox.code(mobile));
    await agreement.agree.click();
    await setPassword.skip.click();
    await page.waitForURL('**/home');
  });

  test('a scan signs in, confirmed on a phone that is as old', async ({
    login,
    qrCode,
    phone,
    page,
    browser,
    baseURL,
    t,
  }) => {
    const scanned = await phone.scan(await qrCode.open('wechat', login), 'alice');
    await qrCode.runUntilPolled();
    await expect(qrCode.status).toContainText(t('qr.scanned'));
    const context = await browser.newContext({ baseURL: baseURL!, locale: 'en-US', bypassCSP: true, ...widths.phone });
    await makeOldest(context);
    const confirm = new ScanConfirmPage(await context.newPage(), 'en-US');
    await confirm.page.goto(phone.linkIn(scanned));
    await confirm.confirm.click();
    await confirm.page.getByText(t('scan.confirmed')).waitFor();
    await context.close();
    await qrCode.runUntilPolled();
    await page.waitForURL('**/home');
  });

  test('a company signs in', async ({ login, sso, page }) => {
    await login.open();
    await sso.entry.click();
    await sso.openProvider('acme');
    await sso.chooseEmployee('acme-alice');
    await page.waitForURL('**/home');
  });

  test('WeCom signs in', async ({ login, sso, page, t }) => {
    await login.open();
    await page.getByRole('button', { name: t('wecom.entry') }).click();
    await page.waitForURL('**/sandbox/**');
    await sso.chooseEmployee('AliceLin');
    await page.waitForURL('**/home');
  });

  test('the registration page registers', async ({ register, outbox, page }) => {
    await register.open();
    await register.fill({ account: newMobile(), password: 'Quiet-Harbour7' }, outbox);
    await register.submit.click();
    await page.waitForURL('**/regist/success');
  });

  test('a forgotten password is replaced', async ({ retrievePassword, request, outbox }) => {
    const member = await registerAndAgree(request, outbox);
    await retrievePassword.open();
    await retrievePassword.verifyAccount(member.account, outbox, 2);
    await retrievePassword.submitPassword('Brand-New-Day-8');
    await expect(retrievePassword.done).toBeVisible();
  });

  test('one click signs in', async ({ login, qrCode, phone, oneClick, home, page, t }) => {
    await phone.answer(await phone.scan(await qrCode.open('dingtalk', login), 'dan'), 'confirm');
    await oneClick.confirm.click();
    await page.waitForURL('**/home');
    await home.unlink(t('qr.switch.dingtalk'));
  });

  test('a second factor signs in, in a dialog that keeps the focus and closes by Escape', async ({
    login,
    secondFactor,
    outbox,
    service,
    page,
  }) => {
    await login.open();
    await login.attempt(bob);
    await secondFactor.waitUntilSent();
    const { dialog } = secondFactor;
    const hasFocus = () => dialog.evaluate((element) => element.contains(document.activeElement));

    await test.step('Tab and clicks stay inside', async () => {
      const controls = await dialog.locator('a[href], button:enabled, input:enabled').count();
      for (const key of ['Tab', 'Shift+Tab'])
        for (let press = 0; press <= controls; press++) {
          await page.keyboard.press(key);
          expect(await hasFocus(), `${key} ${press}`).toBe(true);
        }
      await page.mouse.click(5, 5);
      await expect(dialog).toBeVisible();
    });
    await test.step('it is inside the window, in the middle', async () => {
      const { x, y, width, height } = (await dialog.boundingBox())!;
      const size = page.viewportSize()!;
      expect(Math.abs(x + width / 2 - size.width / 2)).toBeLessThan(2);
      expect(y).toBeGreaterThan(0);
      expect(y + height).toBeLessThan(size.height);
    });
    await test.step('Escape closes it and leads back to the form', async () => {
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(login.submit).toBeVisible();
    });
    await service.moveClock(resend.afterCode);
    await login.attempt(bob);
    await secondFactor.waitUntilSent();
    await secondFactor.submitCode(await outbox.code(bob.account, 2));
    await page.waitForURL('**/home');
  });

  test('the account page shows every section and asks in a dialog', async ({
    login,
    home,
    request,
    outbox,
    page,
    t,
  }) => {
    await login.open();
    await login.signIn(await registerAndAgree(request, outbox));
    await home.waitUntilLoaded();
    for (const name of ['account.ways', 'factor.title', 'activity.title', 'home.sessions'] as const)
      await expect(page.getByRole('region', { name: t(name) })).toBeVisible();
    await home.signOutEverywhere();
  });
});

if (!isShortForm)
  test('a password signs in without each of the interfaces that the page uses where it can', async ({
    login,
    page,
    context,
  }) => {
    test.setTimeout(minutes(15));
    for (const interfaces of usedInterfaces())
      await test.step(`without ${interfaces.join(' and ')}`, async () => {
        const taken = await takeAway(context, interfaces);
        await login.open();
        await login.signIn(alice);
        await taken.dispose();
        // Without its cookies the account page would lead away, in the middle of the next step.
        await page.goto('about:blank');
        await context.clearCookies();
      });
  });
