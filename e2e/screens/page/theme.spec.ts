import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures/screen.ts';

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test('the chosen theme is kept and painted first, until it is the theme of the system again', async ({
  login,
  page,
  t,
}) => {
  const themeSwitch = page.getByRole('button', { name: t('header.theme') });
  await login.open();
  const light = await background(page);
  await themeSwitch.click();
  const dark = await background(page);
  expect(dark).not.toBe(light);
  await test.step('another document has it before any script of the page', async () => {
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/no-such-page');
    expect(await background(page)).toBe(dark);
    await page.unroute('**/assets/*.js');
  });
  await test.step('a second switch follows the system again', async () => {
    await login.open();
    await themeSwitch.click();
    expect(await background(page)).toBe(light);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await background(page)).toBe(dark);
  });
});

test('a switch of the theme changes everything at once, without a fade from one to the other', async ({
  login,
  page,
  t,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await login.open();
  const fades = await page.getByRole('button', { name: t('header.theme') }).evaluate((button: HTMLElement) => {
    const before = getComputedStyle(document.querySelector('button[type=submit]')!).backgroundColor;
    button.click();
    const after = getComputedStyle(document.querySelector('button[type=submit]')!).backgroundColor;
    return {
      changed: before !== after,
      running: document.getAnimations().filter((one) => one instanceof CSSTransition),
    };
  });
  expect(fades).toEqual({ changed: true, running: [] });
});
