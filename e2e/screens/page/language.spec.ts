import { commitPassword } from '@foyer/contract/flows/password-login';
import { language as limits } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures/screen.ts';
import type { LoginPage } from '../../pages/login-page.ts';
import { hold } from '../../support/servers/calls.ts';
import { alice } from '../../support/people/people.ts';
import { texts } from '../../support/page/texts.ts';

declare global {
  interface Window {
    /** How many parts of the page were in Chinese, after each change. */
    seen?: Set<number>;
  }
}

const [english, chinese] = [texts('en-US'), texts('zh-CN')];
const wrong = (attemptsLeft: number) => ({ is: 'wrongCredentials', data: { attemptsLeft } }) as const;

test('the selected language changes every text, keeps what was typed, is sent to the service and is remembered [SH-07] [SH-08] [D-02]', async ({
  login,
  page,
  context,
  site,
}) => {
  const html = page.locator('html');
  site.answer(commitPassword, wrong(4));
  await login.open();
  await test.step('every text changes, also that of an error, and what was typed stays', async () => {
    await login.account.fill('half@typed');
    await login.password.press('Enter');
    await expect(login.errors).toHaveText([english('login.account.invalid'), english('login.password.empty')]);
    await login.password.fill('secret');
    await login.languageSelect.selectOption('zh-CN');
    await expect(html).toHaveAttribute('lang', 'zh-CN');
    await expect(login.errors).toHaveText([chinese('login.account.invalid')]);
    await expect(page.getByRole('button', { name: chinese('login.submit'), exact: true })).toBeVisible();
    await expect(page.getByText(chinese.prefix('login.agree.text'))).toBeVisible();
    await expect(page).toHaveTitle(/^登录/);
    await expect(login.account).toHaveValue('half@typed');
    await expect(login.password).toHaveValue('secret');
  });
  await test.step('no text of the other language is left', async () => {
    // The brand's stamp, the name of the language and the filings are the same in both.
    const text = async () => (await page.locator('body').innerText()).replace(/章|简体中文|浙\S+号/g, '');
    await expect.poll(text).not.toMatch(/[a-z]{3,} [a-z]{3,}/i);
    await login.languageSelect.selectOption('en-US');
    await expect(html).toHaveAttribute('lang', 'en-US');
    await expect.poll(text).not.toMatch(/\p{Script=Han}/u);
    // A screen reader reads the filing numbers in Chinese on an English page.
    await expect(page.locator('footer [lang=zh]')).toHaveText([/^浙ICP备/, /^浙公网安备/]);
    await login.languageSelect.selectOption('zh-CN');
    await expect(html).toHaveAttribute('lang', 'zh-CN');
  });
  await test.step('the service is asked for it', async () => {
    await login.attempt(alice);
    expect(site.callsOf(commitPassword)[0]!.headers['x-tsign-open-language']).toBe('zh-CN');
    await expect(login.errors).toHaveText([chinese.refusal('wrongCredentials', { attemptsLeft: 4 })]);
  });
  await test.step('a refusal changes its language, also when that is selected during the call', async () => {
    await login.languageSelect.selectOption('en-US');
    await expect(login.errors).toHaveText([english.refusal('wrongCredentials', { attemptsLeft: 4 })]);
    await expect(login.password).toHaveAttribute('aria-invalid', 'true');
    const respond = site.hold(commitPassword);
    await login.password.fill('another');
    await login.password.press('Enter');
    await site.waitForCalls(commitPassword, 2);
    await login.languageSelect.selectOption('zh-CN');
    await expect(html).toHaveAttribute('lang', 'zh-CN');
    respond(wrong(3));
    await expect(login.errors).toHaveText([chinese.refusal('wrongCredentials', { attemptsLeft: 3 })]);
  });
  await test.step('a cookie keeps it for later visits', async () => {
    const cookie = (await context.cookies()).find(({ value }) => value === 'zh-CN');
    const lasts = cookie!.expires - Date.now() / seconds(1);
    expect(lasts).toBeGreaterThan(limits.cookieLifetime / seconds(1) - 600);
    expect(lasts).toBeLessThanOrEqual(limits.cookieLifetime / seconds(1) + 1);
    await login.open();
    await expect(html).toHaveAttribute('lang', 'zh-CN');
  });
});

test('the agreements change their language in place, and the last selected one wins [SH-08] [PG-06]', async ({
  page,
  clock,
}) => {
  const heading = page.getByRole('heading', { level: 1 });
  const select = page.getByRole('combobox');
  await test.step('an agreement that arrives after another selection is not shown', async () => {
    const chineseAgreement = '**/assets/service-agreement.zh-CN*';
    const release = await hold(page, chineseAgreement);
    await page.goto('/agreement/service');
    const requested = page.waitForRequest(chineseAgreement);
    await select.selectOption('zh-CN');
    await requested;
    await select.selectOption('en-US');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
    const responded = page.waitForResponse(chineseAgreement);
    release();
    await (await responded).finished();
    await clock.run(0);
    await expect(heading).toHaveText(english('page.serviceAgreement'));
  });
  await test.step('another selection is shown as a whole', async () => {
    await select.selectOption('zh-CN');
    await expect(heading).toContainText(chinese('page.serviceAgreement'));
    await expect(page.locator('main')).not.toContainText(/[a-z]{4,} [a-z]{4,}/i);
  });
  await test.step('an agreement that fails to load shows an error and stays as it is', async () => {
    await page.route('**/assets/privacy-policy.en-US*', (route) => route.abort());
    await page.goto('/agreement/privacy');
    await select.selectOption('en-US');
    await expect(page.getByText(english('common.network'))).toBeVisible();
    await expect(heading).toHaveText(chinese('page.privacyPolicy'));
  });
});

test('texts that arrive after another selection are not shown, and texts that fail to load show an error [SH-08]', async ({
  page,
  login,
  clock,
}) => {
  const html = page.locator('html');
  const chineseTexts = '**/assets/first.zh-CN*';
  await test.step('another selection', async () => {
    const release = await hold(page, chineseTexts);
    await login.open();
    const requested = page.waitForRequest(chineseTexts);
    await login.languageSelect.selectOption('zh-CN');
    const response = (await requested).response();
    await expect(login.languageSelect).toHaveValue('zh-CN');
    await login.languageSelect.selectOption('en-US');
    release();
    await (await response)!.finished();
    await clock.run(0);
    await expect(html).toHaveAttribute('lang', 'en-US');
    await expect(login.languageSelect).toHaveValue('en-US');
    await page.unroute(chineseTexts);
  });
  await test.step('texts that fail to load can be selected again', async () => {
    const release = await hold(page, '**/assets/*.js');
    await page.route(chineseTexts, (route) => route.abort());
    await page.goto('/login/web', { waitUntil: 'commit' });
    await login.languageSelect.selectOption('zh-CN');
    release();
    await expect(page.getByText(english('common.network'))).toBeVisible();
    await expect(login.languageSelect).toHaveValue('en-US');
    await expect(html).toHaveAttribute('lang', 'en-US');
    await page.unroute(chineseTexts);
    await login.languageSelect.selectOption('zh-CN');
    await expect(html).toHaveAttribute('lang', 'zh-CN');
  });
});

test.describe('a language that is selected while parts of the page still load', () => {
  const parts = ['h1', 'form', '[data-aside] [role=tabpanel]'];

  /** Selects Chinese while the scripts of two parts are held back; all others load before or after that. */
  async function selectChinese(page: Page, login: LoginPage, when: 'hydrated' | 'notHydrated') {
    const releaseAll = await hold(page, '**/assets/*.js');
    const held = [await hold(page, '**/assets/aside-*.js'), await hold(page, '**/assets/code-*.js')];
    await page.goto('/login/web?preLoginWay=authCode', { waitUntil: 'commit' });
    await expect(page.locator('footer')).toBeVisible();
    const loaded = page.waitForResponse('**/assets/later.zh-CN*');
    if (when === 'hydrated') {
      releaseAll();
      await login.waitForHydration();
    }
    await page.evaluate((selectors) => {
      const isChinese = (selector: string) => /\p{Script=Han}/u.test(document.querySelector(selector)!.textContent);
      const note = () => window.seen!.add(selectors.filter(isChinese).length);
      window.seen = new Set();
      note();
      new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true });
    }, parts);
    await login.languageSelect.selectOption('zh-CN');
    releaseAll();
    await (await loaded).finished();
    return () => held.forEach((release) => release());
  }
  const countsOf = (page: Page) => page.evaluate(() => [...window.seen!]);

  for (const when of ['hydrated', 'notHydrated'] as const)
    test(`changes all of them at once, when the last has loaded: ${when} [SH-08]`, async ({ page, login }) => {
      const release = await selectChinese(page, login, when);
      // Time to change what has loaded, which must not happen.
      await page.evaluate(() => new Promise(requestAnimationFrame));
      release();
      await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
      expect(await countsOf(page), 'parts in Chinese, after each change of the page').toEqual([0, 3]);
    });

  test('changes the others after three seconds, when one does not load [SH-08]', async ({ page, login, clock }) => {
    const release = await selectChinese(page, login, 'hydrated');
    await clock.run(limits.waitsForParts);
    await expect(login.passwordTab).toHaveText(chinese('login.tab.password'));
    expect(await countsOf(page)).toEqual([0, 1]);
    release();
    await expect.poll(() => countsOf(page)).toContain(3);
  });
});
