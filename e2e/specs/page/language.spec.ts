import { commitPassword } from '@foyer/contract/flows/password-login';
import { language as limits } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/test.ts';
import { hold, holdRequests } from '../../support/calls.ts';
import { alice, unregistered } from '../../support/people.ts';
import { texts } from '../../support/texts.ts';

for (const [locale, language] of [
  ['zh-CN', 'zh-CN'],
  ['zh-TW', 'zh-CN'],
  ['en-GB', 'en-US'],
  ['fr-FR', 'en-US'],
] as const) {
  test.describe(`in a browser set to ${locale}`, () => {
    test.use({ locale });

    test(`the first visit is in ${language} [SH-07]`, async ({ login, page }) => {
      await login.open();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.getByRole('button', { name: texts(language)('login.submit'), exact: true })).toBeVisible();
    });
  });
}

test('the selected language changes every text, keeps what was typed, is sent to the service and is remembered [SH-07] [SH-08] [D-02]', async ({
  login,
  page,
  context,
}) => {
  const chinese = texts('zh-CN');
  await login.open();
  await test.step('every text changes, and what was typed stays', async () => {
    await login.fill({ account: 'half@typed', password: 'secret' });
    await login.languageSelect.selectOption('zh-CN');
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
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
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
    await expect.poll(text).not.toMatch(/\p{Script=Han}/u);
    await login.languageSelect.selectOption('zh-CN');
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  });
  await test.step('the service responds in it', async () => {
    const response = await login.attempt(unregistered);
    expect(await response.request().headerValue('x-tsign-open-language')).toBe('zh-CN');
    await expect(login.errors).toHaveText([chinese.refusal('wrongCredentials', { attemptsLeft: 4 })]);
  });
  await test.step('a cookie keeps it for later visits', async () => {
    const cookie = (await context.cookies()).find(({ value }) => value === 'zh-CN');
    const lasts = cookie!.expires - Date.now() / seconds(1);
    expect(lasts).toBeGreaterThan(limits.cookieLifetime / seconds(1) - 600);
    expect(lasts).toBeLessThanOrEqual(limits.cookieLifetime / seconds(1) + 1);

    await login.open();
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    await page.goto('/agreement/privacy');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(chinese('page.privacyPolicy'));
  });
});

test('an error message changes its language [SH-08]', async ({ login }) => {
  await login.open();
  await login.account.fill(alice.account);
  await login.password.press('Enter');
  await expect(login.errors).toHaveText([texts('en-US')('login.password.empty')]);
  await login.languageSelect.selectOption('zh-CN');
  await expect(login.errors).toHaveText([texts('zh-CN')('login.password.empty')]);
});

test('a refusal is shown in the language of the page, also when that changes before or after it [SH-08]', async ({
  login,
  page,
}) => {
  await login.open();
  await login.attempt(unregistered);
  await expect(login.errors).toHaveText([texts('en-US').refusal('wrongCredentials', { attemptsLeft: 4 })]);
  await login.languageSelect.selectOption('zh-CN');
  await expect(login.errors).toHaveText([texts('zh-CN').refusal('wrongCredentials', { attemptsLeft: 4 })]);
  const password = page.getByRole('textbox', { name: texts('zh-CN')('login.password.label'), exact: true });
  await expect(password).toHaveAttribute('aria-invalid', 'true');

  const release = await holdRequests(page, commitPassword.path);
  const commits = login.watchCommits();
  await password.fill('another');
  await password.press('Enter');
  await expect.poll(() => commits.length).toBe(1);
  await login.languageSelect.selectOption('en-US');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
  release();
  await expect(login.errors).toHaveText([texts('en-US').refusal('wrongCredentials', { attemptsLeft: 3 })]);
});

test('the agreements change their language in place [SH-08] [PG-06]', async ({ page }) => {
  await page.goto('/agreement/service');
  const language = page.getByRole('combobox');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts('en-US')('page.serviceAgreement'));
  await language.selectOption('zh-CN');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(texts('zh-CN')('page.serviceAgreement'));
  await expect(page.locator('main')).not.toContainText(/[a-z]{4,} [a-z]{4,}/i);
});

test('the last selected language wins, and texts that fail to load show an error [SH-08] [PG-06]', async ({
  page,
  login,
  allowErrors,
  t,
}) => {
  allowErrors(/ERR_FAILED/);
  const [english, chinese] = [texts('en-US'), texts('zh-CN')];
  const heading = page.getByRole('heading', { level: 1 });
  const select = page.getByRole('combobox');
  const chineseTexts = '**/assets/first.zh-CN*';
  /** Waits until the page has handled a response, if it does anything because of it. */
  const settle = () => page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));

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
    await settle();
    await expect(heading).toHaveText(english('page.serviceAgreement'));
  });
  await test.step('texts that arrive after another selection are not shown', async () => {
    const release = await hold(page, chineseTexts);
    await login.open();
    const requested = page.waitForRequest(chineseTexts);
    await login.languageSelect.selectOption('zh-CN');
    const response = (await requested).response();
    await expect(login.languageSelect).toHaveValue('zh-CN');
    await login.languageSelect.selectOption('en-US');
    release();
    await (await response)!.finished();
    await settle();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
    await expect(login.languageSelect).toHaveValue('en-US');
    await page.unroute(chineseTexts);
  });
  await test.step('texts that fail to load show an error, and can be selected again', async () => {
    const release = await hold(page, '**/assets/*.js');
    await page.route(chineseTexts, (route) => route.abort());
    await page.goto('/login/web', { waitUntil: 'commit' });
    await login.languageSelect.selectOption('zh-CN');
    release();
    await expect(page.getByText(t('common.network'))).toBeVisible();
    await expect(login.languageSelect).toHaveValue('en-US');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
    await page.unroute(chineseTexts);
    await login.languageSelect.selectOption('zh-CN');
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  });
  await test.step('an agreement that fails to load shows an error and stays as it is', async () => {
    await page.route('**/assets/privacy-policy.en-US*', (route) => route.abort());
    await page.goto('/agreement/privacy');
    await select.selectOption('en-US');
    await expect(page.getByText(t('common.network'))).toBeVisible();
    await expect(heading).toHaveText(chinese('page.privacyPolicy'));
  });
});

test('a part that loads late changes its language when it has loaded [SH-08]', async ({ page, login }) => {
  const chinese = texts('zh-CN');
  for (const [file, area] of [
    ['aside', '[data-aside] [role=tabpanel]'],
    ['code', 'form'],
  ] as const) {
    const release = await hold(page, `**/assets/${file}-*.js`);
    await page.goto('/login/web?preLoginWay=authCode');
    await login.waitForHydration();
    const part = page.locator(area).first();
    const before = await part.innerText();
    await login.languageSelect.selectOption('zh-CN');
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    await expect(login.passwordTab).toHaveText(chinese('login.tab.password'));
    expect(await part.innerText()).toBe(before);
    release();
    await expect.poll(() => part.innerText()).not.toBe(before);
    await page.unroute(`**/assets/${file}-*.js`);
    await page.context().clearCookies();
  }
});
