import { getPasskeyOffer } from '@foyer/contract/flows/passkey';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { verifySecondFactor } from '@foyer/contract/flows/second-factor';
import { sharedComputerCookie } from '@foyer/contract/pages/shared-computer';
import type { BrowserContext, Locator } from '@playwright/test';
import { expect, test, widths } from '../../fixtures/screen.ts';
import { signedIn } from '../../scripted/usual-answers.ts';
import { setVisibility } from '../../support/page/page-clock.ts';

test.use(widths.desktop);

const person = { account: '13812345678', password: 'Quiet-Harbour7' };

const choiceIn = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === sharedComputerCookie);

for (const locale of ['en-US', 'zh-CN'])
  test.describe(locale, () => {
    test.use({ locale });

    test('the choice is made by keyboard, says what it does, survives a reload and ends with the sign-in', async ({
      login,
      context,
      page,
      t,
    }) => {
      await login.open({ preLoginWay: 'authCode' });
      await test.step('it is not made by itself', async () => {
        await expect(login.sharedComputer).not.toBeChecked();
        await expect(login.sharedComputer).toHaveAccessibleDescription('');
        expect(await choiceIn(context)).toBeUndefined();
      });
      await test.step('the space bar makes it and takes it back', async () => {
        await login.sharedComputer.focus();
        await page.keyboard.press(' ');
        await expect(login.sharedComputer).toBeChecked();
        await expect(login.sharedComputer).toHaveAccessibleDescription(t('login.shared.note'));
        await expect(page.getByText(t('login.shared.note'))).toBeVisible();
        await page.keyboard.press(' ');
        await expect(page.getByText(t('login.shared.note'))).toHaveCount(0);
        expect(await choiceIn(context)).toBeUndefined();
        await page.keyboard.press(' ');
      });
      await test.step('a reload keeps it, and it ends with the browser at the latest', async () => {
        await page.reload();
        await expect(login.sharedComputer).toBeChecked();
        expect(await choiceIn(context)).toMatchObject({ expires: -1, sameSite: 'Lax', path: '/' });
      });
      await test.step('a sign-in ends it, and how the person has signed in is not kept', async () => {
        await login.fill(person);
        await login.submit.click();
        await page.waitForURL('**/home');
        expect((await context.cookies()).map(({ name }) => name)).not.toContain('preLoginWay');
        await login.open();
        await expect(login.passwordTab).toHaveAttribute('aria-selected', 'true');
        await expect(login.sharedComputer).not.toBeChecked();
      });
    });
  });

test('no passkey is offered, and no trust, also where the back end does not know the choice', async ({
  login,
  secondFactor,
  site,
  page,
  t,
}) => {
  const asked = { ...signedIn, loginDoubleCheck: true, preServiceId: 'first-1', mobile: '138****5678' };
  site.answer(commitPassword, { is: 'done', data: { ...asked, canTrustBrowser: true } });
  const verified = { serviceId: 'done-1', url: '/home', needAgreement: false };
  site.answer(verifySecondFactor, { is: 'done', data: verified });
  site.answer(getPasskeyOffer, { is: 'done', data: { due: true, silent: false } });
  const trust = page.getByRole('checkbox', { name: t('mfa.trust') });
  await login.open();
  await login.sharedComputer.check();
  await login.attempt(person);
  await secondFactor.waitUntilSent();
  await expect(trust).toHaveCount(0);
  await secondFactor.submitCode('123456');
  await page.waitForURL('**/home');
  expect(site.callsOf(getPasskeyOffer)).toEqual([]);
  expect(site.bodiesOf(verifySecondFactor)).toMatchObject([{ trustBrowser: false }]);

  await login.open();
  await login.attempt(person);
  await secondFactor.waitUntilSent();
  await expect(trust, 'without the choice').toBeVisible();
});

test('all tabs of the browser show the choice that holds', async ({ login, page }) => {
  await login.open();
  await login.sharedComputer.check();
  await page.evaluate((name) => (document.cookie = `${name}=; Path=/; Max-Age=0`), sharedComputerCookie);
  await setVisibility(page, 'visible');
  await expect(login.sharedComputer).not.toBeChecked();
});

test('the choice moves nothing, fits every window and is not there for a phone', async ({ login, page, t }) => {
  /** On the page, wherever it is scrolled to. */
  const box = (one: Locator) =>
    one.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x + scrollX, y: y + scrollY, width, height };
    });
  const card = page.locator('main > [aria-labelledby=title]');
  for (const [width, height] of [
    [1366, 768],
    [1366, 657],
    [1000, 657],
    [320, 700],
  ] as const)
    await test.step(`${width} × ${height}`, async () => {
      await page.setViewportSize({ width, height });
      await login.open();
      const before = await box(card);
      await login.sharedComputer.check();
      expect(await box(card)).toEqual(before);
      const [checkbox, note] = [await box(login.sharedComputer), await box(page.getByText(t('login.shared.note')))];
      expect(checkbox.y).toBeGreaterThan(before.y + before.height);
      expect(note.y + note.height).toBeLessThanOrEqual((await box(page.locator('footer a').first())).y);
      const [over, full] = await page.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        return [scrollWidth - innerWidth, scrollHeight];
      });
      expect(over).toBeLessThanOrEqual(0);
      if (width === 1366) expect(full).toBe(height);
      await login.sharedComputer.uncheck();
    });
});

test.describe('on a phone', () => {
  test.use(widths.phone);

  test('there is no choice', async ({ login, clock }) => {
    await login.open();
    await clock.settle();
    await expect(login.sharedComputer).toHaveCount(0);
  });
});
