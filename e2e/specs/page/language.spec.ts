import { language as limits } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/test.ts';
import { alice, unregistered } from '../../support/people.ts';
import { texts } from '../../support/texts.ts';

for (const [locale, language] of [
  ['zh-CN', 'zh-CN'],
  ['zh-TW', 'zh-CN'],
  ['en-GB', 'en-US'],
  ['fr-FR', 'en-US'],
] as const) {
  test.describe(`a browser set to ${locale}`, () => {
    test.use({ locale });

    test(`is spoken to in ${language} on the first visit [SH-07]`, async ({ login, page }) => {
      await login.open();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.getByRole('button', { name: texts(language)('login.submit'), exact: true })).toBeVisible();
    });
  });
}

test('Chinese chosen in an English browser changes every text, keeps what was typed, is told to the service and lasts [SH-07] [SH-08] [D-02]', async ({
  login,
  page,
  context,
}) => {
  const chinese = texts('zh-CN');
  await login.open();
  await login.fill({ account: 'half@typed', password: 'secret' });
  await login.languageSelect.selectOption('zh-CN');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(page.getByRole('button', { name: chinese('login.submit'), exact: true })).toBeVisible();
  await expect(page.getByText(chinese.start('login.agree.text'))).toBeVisible();
  await expect(page).toHaveTitle(/^登录/);
  await expect(login.account).toHaveValue('half@typed');
  await expect(login.password).toHaveValue('secret');

  // It leaves no English word behind, and back again no Chinese one.
  const own = /章|简体中文/g;
  const text = async () => (await page.locator('body').innerText()).replace(own, '');
  expect(await text()).not.toMatch(/[a-z]{3,} [a-z]{3,}/i);
  await login.languageSelect.selectOption('en-US');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
  expect(await text()).not.toMatch(/\p{Script=Han}/u);
  await login.languageSelect.selectOption('zh-CN');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');

  const response = await login.attempt(unregistered);
  expect(await response.request().headerValue('x-tsign-open-language')).toBe('zh-CN');
  await expect(login.errors).toHaveText([chinese.refusal('wrongCredentials', { attemptsLeft: 4 })]);

  const cookie = (await context.cookies()).find(({ value }) => value === 'zh-CN');
  const lasts = cookie!.expires - Date.now() / seconds(1);
  expect(lasts).toBeGreaterThan(limits.cookieLifetime / seconds(1) - 600);
  expect(lasts).toBeLessThanOrEqual(limits.cookieLifetime / seconds(1) + 1);

  await login.open();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await page.goto('/agreement/privacy');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(chinese('page.privacyPolicy'));
});

test('what is said to be wrong changes its language too [SH-08]', async ({ login }) => {
  await login.open();
  await login.account.fill(alice.account);
  await login.password.press('Enter');
  await expect(login.errors).toHaveText([texts('en-US')('login.password.empty')]);
  await login.languageSelect.selectOption('zh-CN');
  await expect(login.errors).toHaveText([texts('zh-CN')('login.password.empty')]);
});

test('what the service says is told in the language of the page, also when that changes before or after it [SH-08]', async ({
  login,
  page,
}) => {
  await login.open();
  await login.attempt(unregistered);
  await expect(login.errors).toHaveText([texts('en-US').refusal('wrongCredentials', { attemptsLeft: 4 })]);
  await login.languageSelect.selectOption('zh-CN');
  await expect(login.errors).toHaveText([texts('zh-CN').refusal('wrongCredentials', { attemptsLeft: 4 })]);
  const password = page.getByRole('textbox', { name: texts('zh-CN')('login.password.placeholder'), exact: true });
  await expect(password).toHaveAttribute('aria-invalid', 'true');

  let letAnswer = () => {};
  const held = new Promise<void>((resolve) => (letAnswer = resolve));
  await login.routeCommits((route) => held.then(() => route.continue()));
  const commits = login.watchCommits();
  await password.fill('another');
  await password.press('Enter');
  await expect.poll(() => commits.length).toBe(1);
  await login.languageSelect.selectOption('en-US');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
  letAnswer();
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

test('words that come too late are not shown, of two languages chosen the later is, and words that do not come are told [SH-08] [PG-06]', async ({
  page,
  login,
  allowErrors,
  t,
}) => {
  allowErrors(/ERR_FAILED/);
  const chinese = '**/assets/service-agreement.zh-CN*';
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(chinese, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/agreement/service');
  const heading = page.getByRole('heading', { level: 1 });
  const language = page.getByRole('combobox');
  const asked = page.waitForRequest(chinese);
  await language.selectOption('zh-CN');
  await asked;
  await language.selectOption('en-US');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
  const came = page.waitForResponse(chinese);
  letGo();
  await (await came).finished();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  await expect(heading).toHaveText(texts('en-US')('page.serviceAgreement'));

  const words = '**/assets/first.zh-CN*';
  let wordsMayCome = () => {};
  const late = new Promise<void>((resolve) => (wordsMayCome = resolve));
  await page.route(words, (route) => late.then(() => route.continue()));
  await login.open();
  const wanted = page.waitForRequest(words);
  await login.languageSelect.selectOption('zh-CN');
  const arrived = (await wanted).response();
  await expect(login.languageSelect).toHaveValue('zh-CN');
  await login.languageSelect.selectOption('en-US');
  wordsMayCome();
  await (await arrived)!.finished();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
  await expect(login.languageSelect).toHaveValue('en-US');
  await page.unroute(words);

  let scriptMayCome = () => {};
  const script = new Promise<void>((resolve) => (scriptMayCome = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await script;
    await route.continue();
  });
  await page.route(words, (route) => route.abort());
  await page.goto('/login/web', { waitUntil: 'commit' });
  await login.languageSelect.selectOption('zh-CN');
  scriptMayCome();
  await expect(page.getByText(t('common.network'))).toBeVisible();
  await expect(login.languageSelect).toHaveValue('en-US');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
  await page.unroute(words);
  await login.languageSelect.selectOption('zh-CN');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');

  await page.route('**/assets/privacy-policy.en-US*', (route) => route.abort());
  await page.goto('/agreement/privacy');
  await language.selectOption('en-US');
  await expect(page.getByText(t('common.network'))).toBeVisible();
  await expect(heading).toHaveText(texts('zh-CN')('page.privacyPolicy'));
});

test('a part that does not come keeps nothing else in the former language, and stays as it is painted [SH-08]', async ({
  page,
  login,
}) => {
  const chinese = texts('zh-CN');
  for (const file of ['login-aside', 'password-login.screen']) {
    let mayCome = () => {};
    const late = new Promise<void>((resolve) => (mayCome = resolve));
    await page.route(`**/assets/${file}*.js`, (route) => late.then(() => route.continue()));
    await page.goto('/login/web');
    await login.waitForHydration();
    const painted = page.locator(file === 'login-aside' ? '[data-aside] [role=tabpanel]' : 'form').first();
    const before = await painted.innerText();
    await login.languageSelect.selectOption('zh-CN');
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    await expect(login.passwordTab).toHaveText(chinese('login.tab.password'));
    expect(await painted.innerText()).toBe(before);
    mayCome();
    await expect.poll(() => painted.innerText()).not.toBe(before);
    await expect(page.getByRole('button', { name: chinese('login.submit'), exact: true })).toBeVisible();
    await page.unroute(`**/assets/${file}*.js`);
    await page.context().clearCookies();
  }
});
