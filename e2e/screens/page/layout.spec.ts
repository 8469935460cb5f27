import { commitPassword } from '@foyer/contract/flows/password-login';
import type { Locator } from '@playwright/test';
import { expect, test } from '../../fixtures/screen.ts';
import { alice } from '../../support/people/people.ts';

test('an unknown path and the cookie hint explain themselves and lead back [SH-12] [PG-05]', async ({ page, t }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('page.notFound'));
  await page.getByRole('link', { name: t('back.signIn') }).click();
  await expect(page).toHaveURL(/\/login\/web$/);

  await page.goto('/cookieHint');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('page.cookieHint'));
  await page.getByRole('button', { name: t('cookie.retry') }).click();
  await expect(page).toHaveURL(/\/login\/web$/);
});

test('the form and the QR code fit every window, and nothing moves them [SH-01] [SH-02]', async ({
  login,
  code,
  qrCode,
  page,
  site,
  t,
}) => {
  site.answer(commitPassword, { is: 'wrongCredentials', data: { attemptsLeft: 4 } });
  const box = async (target: Locator) => (await target.boundingBox())!;
  await login.open();
  const picture = qrCode.picture('wechat');
  await qrCode.waitUntilShown();

  await test.step('nothing is cut off at any width, nor the QR code', async () => {
    for (const width of [320, 720, 767, 768, 1024]) {
      await page.setViewportSize({ width, height: 700 });
      expect((await box(picture)).y > (await box(login.submit)).y).toBe(width < 768);
      const isAfterForm = await picture.evaluate((element) =>
        Boolean(document.querySelector('form')!.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING),
      );
      expect(isAfterForm, 'the form is read first').toBe(true);
      const outside = await page.locator('input, select, button, [role=img]').evaluateAll((all) => {
        const isOutside = ({ x, right }: DOMRect) => x < 0 || right > innerWidth;
        const cut = all.filter((one) => one.checkVisibility() && isOutside(one.getBoundingClientRect()));
        if (document.documentElement.scrollWidth > innerWidth) cut.push(document.documentElement);
        return cut.map(({ outerHTML }) => outerHTML.slice(0, 200));
      });
      expect(outside, `${width} pixels`).toEqual([]);
    }
  });
  await test.step('everything is larger in a very wide window', async () => {
    const widthAt = async (width: number) => {
      await page.setViewportSize({ width, height: 1300 });
      return (await box(page.locator('main > [data-aside]'))).width;
    };
    expect([await widthAt(1920), await widthAt(2560)]).toEqual([720, 810]);
  });
  await test.step('the card is lower in a low window, and as high with a code as with a password', async () => {
    const heights: number[] = [];
    for (const tab of [login.passwordTab, login.codeTab]) {
      await tab.click();
      if (tab === login.codeTab) await code.button.waitFor();
      for (const height of [700, 701]) {
        await page.setViewportSize({ width: 1366, height });
        heights.push((await box(page.locator('main > [data-aside]'))).height);
      }
    }
    expect(heights).toEqual([503, 527, 503, 527]);
    await login.passwordTab.click();
  });
  await test.step('the links for a forgotten account and password stand alike beside their labels', async () => {
    const below = async (label: string, link: string) =>
      (await box(page.getByRole('link', { name: link }))).y -
      (await box(page.locator('label', { hasText: label }).first())).y;
    const account = await below(t('login.account.label'), t('login.forgotAccount'));
    expect(account).toBe(await below(t('login.password.label'), t('login.forgotPassword')));
  });
  await test.step('a wrong password moves nothing, also where the column of the form is narrowest', async () => {
    await page.setViewportSize({ width: 768, height: 900 });
    const fromAccountToButton = async () => (await box(login.submit)).y - (await box(login.account)).y;
    await login.fill(alice);
    const before = await fromAccountToButton();
    await login.submit.click();
    await expect(login.errors).toHaveText([t.refusal('wrongCredentials', { attemptsLeft: 4 })]);
    await page.getByText(t('help.explain')).waitFor({ state: 'attached' });
    expect(await fromAccountToButton()).toBe(before);
  });
  await test.step('an error of the service takes the same line', async () => {
    await page.setViewportSize({ width: 1366, height: 900 });
    site.answer(commitPassword, { is: 'internalError' });
    await login.fill(alice);
    const before = await box(login.submit);
    await login.submit.click();
    await expect(login.errors).toHaveText([t.refusal('internalError')]);
    expect(await box(login.submit)).toEqual(before);
  });
});

test('registration fits a low window, and a lower one shows its button', async ({ page, register }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await register.open();
  await register.submit.waitFor();
  const heights = () => page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
  expect(await heights()).toEqual([768, 768]);
  await page.setViewportSize({ width: 1366, height: 657 });
  await expect(register.submit).toBeInViewport({ ratio: 1 });
});
