import { countArticleClick, getArticles } from '@foyer/contract/flows/help-desk';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { articles } from '@foyer/contract/texts/en-US/content';
import { expect, test, widths } from '../../fixtures/screen.ts';

const listed = Object.entries(articles).map(([id, { title, summary }]) => ({
  id,
  title,
  summary,
  linkUrl: `/help?article=${id}`,
}));

test('the help lists its articles, and one opens as a whole [PG-03]', async ({ page, login, site, t }) => {
  const entries = page.getByRole('main').getByRole('listitem').getByRole('link');
  await test.step('without a network an error with a retry is shown [ER-03]', async () => {
    site.answer(getArticles, 'lost', { is: 'done', data: { data: listed } });
    await page.goto('/help');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('page.help'));
    await expect(page.getByRole('alert')).toContainText(t('help.failed'));
    await page.getByRole('button', { name: t('common.retry') }).click();
    await expect(entries).toHaveCount(listed.length);
  });
  await test.step('a search finds the articles with every word', async () => {
    const search = page.getByRole('searchbox', { name: t('help.search') });
    const [first, last] = [listed[0]!.title.split(' ')[0]!, listed[0]!.summary.split(' ').at(-1)!];
    await search.fill(`${last.toUpperCase()} ${first}`);
    await expect(entries).toHaveText([listed[0]!.title]);
    await search.fill(`${first} zzz`);
    await expect(entries).toHaveCount(0);
    await expect(page.getByRole('status').filter({ hasText: t('help.none') })).toBeVisible();
    await search.fill('');
    await expect(entries).toHaveCount(listed.length);
  });
  await test.step('an article opens in the same tab', async () => {
    site.answer(countArticleClick, { is: 'done', data: null });
    await entries.nth(1).click();
    await page.waitForURL(`**${listed[1]!.linkUrl}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(listed[1]!.title);
    expect(site.bodiesOf(countArticleClick)).toEqual([{ areaCode: 'login_page', productCode: 'yunzhang' }]);
  });
  await test.step('a change of language keeps the article [SH-08]', async () => {
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).not.toHaveText(/[一-鿿]/);
    await login.languageSelect.selectOption('zh-CN');
    await expect(title).toHaveText(/[一-鿿]/);
    await login.languageSelect.selectOption('en-US');
    await expect(title).not.toHaveText(/[一-鿿]/);
  });
  await test.step('whether it helped can be said, and the focus stays', async () => {
    await page.getByRole('button', { name: t('help.helped.no'), exact: true }).press('Enter');
    await expect(page.getByText(t('help.helped.no.thanks'))).toBeVisible();
    const yes = page.getByRole('button', { name: t('help.helped.yes'), exact: true });
    await yes.press('Enter');
    await expect(yes).toBeFocused();
    await expect(yes).toHaveAttribute('aria-pressed', 'true');
  });
  await test.step('the chat opens below, and returns the focus', async () => {
    const open = page.getByRole('main').getByRole('button', { name: t('cs.consult') });
    await open.press('Enter');
    const chat = page.getByRole('region', { name: t('cs.chat') });
    await chat.getByRole('button', { name: t('common.close') }).press('Enter');
    await expect(chat).toHaveCount(0);
    await expect(open).toBeFocused();
  });
  await test.step('links lead back to the list and to sign-in', async () => {
    await page.getByRole('link', { name: t('help.all'), exact: true }).click();
    await expect(entries).toHaveCount(listed.length);
    await page.getByRole('link', { name: t('back.signIn') }).click();
    await login.waitForHydration();
  });
  await test.step('an unknown article shows a message', async () => {
    await page.goto('/help?article=none');
    await expect(page.getByRole('alert')).toHaveText(t('help.notFound'));
  });
});

test('a refusal links to the article that explains it, other errors do not [ER-02]', async ({
  login,
  page,
  site,
  t,
}) => {
  site.answer(commitPassword, { is: 'wrongCredentials', data: { attemptsLeft: 4 } });
  const article = {
    id: 'wrong-password',
    title: 'Wrong password?',
    summary: '',
    linkUrl: '/help?article=wrong-password',
  };
  site.answer(getArticles, { is: 'done', data: { data: [article] } });
  await login.open();
  await login.attempt({ account: '13812345678', password: 'Quiet-Harbour-7' });
  await expect(login.errors).toHaveText([t.refusal('wrongCredentials', { attemptsLeft: 4 })]);
  const explanation = page.getByRole('tabpanel').getByRole('link', { name: `${t('help.explain')} ${article.title}` });
  await expect(explanation).toHaveAttribute('href', /\/help\?article=wrong-password$/);
  expect(site.callsOf(getArticles).at(-1)!.query).toMatchObject({ explains: 'wrongCredentials' });
  await login.password.fill('');
  await expect(explanation).toHaveCount(0);
  await login.password.press('Enter');
  await expect(login.errors).toHaveText([t('login.password.empty')]);
  await expect(explanation).toHaveCount(0);
});

test.describe('on a phone, whose form has no link to help', () => {
  test.use(widths.phone);

  test('a wrong password leads to the article and to a new password, with the account', async ({
    login,
    page,
    site,
  }) => {
    site.answer(commitPassword, { is: 'wrongCredentials', data: { attemptsLeft: 4 } });
    site.answer(getArticles, { is: 'done', data: { data: [listed[0]!] } });
    await login.open();
    await login.attempt({ account: '13812345678', password: 'Quiet-Harbour-7' });
    const links = page.getByRole('tabpanel').getByRole('link');
    await expect(links).toHaveText([/^Get help/, /^Forgot password/]);
    for (const link of await links.all()) expect((await link.boundingBox())!.width).toBeGreaterThan(40);
    const opened = page.waitForEvent('popup');
    await links.nth(1).click();
    expect(new URL((await opened).url()).search).toBe('?localAccount=13812345678');
  });

  test('an account that is disabled leads to support, also where no article explains it', async ({
    login,
    page,
    site,
    t,
  }) => {
    site.answer(commitPassword, { is: 'accountDisabled' });
    site.answer(getArticles, { is: 'done', data: { data: [] } });
    await login.open();
    await login.attempt({ account: '13812345678', password: 'Quiet-Harbour-7' });
    await expect(page.getByRole('link', { name: t('help.support') })).toHaveAttribute('href', /^mailto:/);
  });

  test('two links after a refusal of the service stand apart', async ({ login, page, site }) => {
    site.answer(commitPassword, { is: 'accountDisabled' });
    site.answer(getArticles, { is: 'done', data: { data: [listed[0]!] } });
    await login.open();
    await login.attempt({ account: '13812345678', password: 'Quiet-Harbour-7' });
    const links = page.getByRole('tabpanel').getByRole('link');
    await expect(links).toHaveText([/^Get help/, /^Write to support/]);
    const [article, support] = await Promise.all([links.nth(0).boundingBox(), links.nth(1).boundingBox()]);
    expect(support!.x - (article!.x + article!.width)).toBeGreaterThanOrEqual(8);
  });
});
