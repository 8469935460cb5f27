import { seconds } from '@foyer/contract/time';
import type { Page } from '@playwright/test';
import { expect, test, widths } from '../../fixtures/screen.ts';
import { pseudoText, servePseudoLanguage, textProblems } from '../../support/page/pseudo-language.ts';
import { texts } from '../../support/page/texts.ts';

const english = texts('en-US');
const pseudo = (key: Parameters<typeof english>[0]) => pseudoText(english(key));

/** Names that are the same in every language. */
const names = [
  'Yunzhang Technology',
  'Yunzhang',
  '章',
  'English',
  '简体中文',
  'support@example.com',
  '.sso.example.com',
  '浙ICP备2026000000号-1',
  '浙公网安备33010002000000号',
];

/** A phone has other forms, but not other pages; a narrow window shows how its pages reflow. */
const pagesOnPhones = ['/regist', '/help'];
const pages = ['/regist', '/retrieve', '/findAccount/account', '/cookieHint', '/help', '/no/such/page'];

for (const { name, use, sizes, paths } of [
  { name: 'phone', use: widths.phone, sizes: [390], paths: pagesOnPhones },
  { name: 'desktop', use: widths.desktop, sizes: [390, 1366], paths: pages },
]) {
  test.describe(name, () => {
    test.use({ ...use, locale: 'zh-CN' });

    test('a language with longer texts and accents fits every page', async ({ page, login, context }) => {
      await servePseudoLanguage(page);
      await page.setViewportSize({ width: sizes.at(-1)!, height: 900 });
      await login.open();
      await changeToPseudo(page);
      await test.step('password sign-in', () => expectNoProblems(page));
      await test.step('errors of the password form', async () => {
        await page.getByRole('textbox', { name: pseudo('login.account.label') }).fill('x');
        await page.getByRole('textbox', { name: pseudo('login.password.label') }).fill('x');
        await login.submit.click();
        await expect(login.errors).toHaveText([pseudo('login.account.invalid')]);
        await expectNoProblems(page);
      });
      await test.step('code sign-in', async () => {
        await page.getByRole('tab', { name: pseudo('login.tab.code') }).click();
        await expect(page.getByRole('button', { name: pseudo('code.get') })).toBeVisible();
        await expectNoProblems(page);
      });
      await test.step('company sign-in', async () => {
        await page.getByRole('button', { name: pseudo('sso.entry') }).click();
        await expect(page.getByRole('textbox', { name: pseudo('sso.domain.label') })).toBeVisible();
        await expectNoProblems(page);
      });
      for (const path of paths)
        await test.step(path, async () => {
          await context.clearCookies();
          await page.goto(path);
          await changeToPseudo(page);
          for (const width of sizes) {
            await page.setViewportSize({ width, height: 900 });
            await expectNoProblems(page);
          }
        });
    });
  });
}

async function changeToPseudo(page: Page) {
  await page.getByRole('combobox').first().selectOption('en-US');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
  await expect(page.getByRole('combobox', { name: pseudo('header.language') })).toBeVisible();
}

const expectNoProblems = (page: Page) =>
  expect(async () => expect(await textProblems(page, names)).toEqual([])).toPass({ timeout: seconds(60) });
