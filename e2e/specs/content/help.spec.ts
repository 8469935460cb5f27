import { expect, languageWidths, test, widths } from '../../fixtures/test.ts';
import { unregistered } from '../../support/people.ts';

for (const { language, width } of languageWidths) {
  test.describe(`${language}, ${width}`, () => {
    test.use({ locale: language, ...widths[width] });

    test('the help lists its articles, and one opens as a whole [PG-03]', async ({ page, login, t }) => {
      await page.goto('/help');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('page.help'));
      const entries = page.getByRole('main').getByRole('listitem').getByRole('link');
      await expect(entries).toHaveCount(15);
      const title = await entries.nth(1).innerText();
      await entries.nth(1).click();
      await expect(page).toHaveURL(/\/help\?article=forgotten-password$/);
      await expect(page.getByRole('heading', { level: 2 })).toHaveText(title);
      await expect(page.getByRole('article').getByRole('listitem').first()).toBeVisible();
      await page.getByRole('link', { name: t('help.all'), exact: true }).click();
      await expect(entries).toHaveCount(15);
      await page.getByRole('link', { name: t('back.signIn') }).click();
      await login.waitForHydration();
    });
  });
}

test('without a network an error with a retry is shown [PG-03] [ER-03]', async ({ page, allowErrors, t }) => {
  allowErrors(/ERR_FAILED/);
  await page.route('**/columns?*', (route) => route.abort(), { times: 1 });
  await page.goto('/help');
  await expect(page.getByRole('alert')).toContainText(t('help.failed'));
  await page.getByRole('button', { name: t('common.retry') }).click();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(15);
});

test('an unknown article shows a message [PG-03]', async ({ page, allowErrors, t }) => {
  allowErrors(/status of 40[04]/);
  await page.goto('/help?article=<img src=x>');
  await expect(page.getByRole('alert')).toHaveText(t('help.notFound'));
});

test('a change of language keeps the article [SH-08]', async ({ page, login }) => {
  await page.goto('/help?article=locked-out');
  const title = page.getByRole('heading', { level: 2 });
  await expect(title).toHaveText(/Locked/);
  await login.languageSelect.selectOption('zh-CN');
  await expect(title).toHaveText(/[一-鿿]/);
});

test('markup and unsafe URLs in articles are text [AC-46] [AC-03]', async ({ page }) => {
  const markup = '<img src=x onerror="window.pwn=1">';
  const line = [{ text: markup }, { text: 'here', linkUrl: 'javascript:window.pwn=1' }];
  const article = { id: 'x', title: markup, summary: markup, linkUrl: '/help', body: [{ is: 'text', line }] };
  await page.route('**/columns/x?*', (route) => route.fulfill({ json: { code: 0, message: '', data: article } }));
  await page.goto('/help?article=x');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(markup);
  await expect(page.getByRole('article').getByRole('link')).toHaveCount(0);

  const listed = ['data:text/html,x', '//evil.test', 'http://evil.test/'].map((linkUrl, i) => ({
    ...article,
    id: `${i}`,
    linkUrl,
  }));
  await page.route('**/columns?*', (route) =>
    route.fulfill({ json: { code: 0, message: '', data: { data: listed } } }),
  );
  await page.goto('/help');
  const entries = page.getByRole('main').getByRole('listitem');
  await expect(entries).toHaveText(listed.map(() => `${markup}${markup}`));
  await expect(entries.getByRole('link')).toHaveCount(0);
  expect(await page.evaluate(() => Reflect.get(window, 'pwn'))).toBeUndefined();
});

test('a refusal links to the article that explains it, other errors do not [ER-02]', async ({ login, page, t }) => {
  await login.open();
  await login.attempt(unregistered);
  await expect(login.errors).toHaveText([t.refusal('wrongCredentials', { attemptsLeft: 4 })]);
  const explanation = page
    .getByRole('tabpanel')
    .getByRole('link', { name: `${t('help.explain')} Can’t sign in with your password?` });
  await expect(explanation).toHaveAttribute('href', /\/help\?article=wrong-password$/);
  await login.password.fill('');
  await expect(explanation).toHaveCount(0);
  await login.password.press('Enter');
  await expect(login.errors).toHaveText([t('login.password.empty')]);
  await expect(explanation).toHaveCount(0);
});
