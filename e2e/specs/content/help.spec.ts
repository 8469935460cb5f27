import { expect, test, widths } from '../../fixtures/test.ts';

test.use(widths.desktop);

test('the help desk suggests ten articles, one opens as a whole, and the help lists all [WG-03] [PG-03]', async ({
  login,
  helpDesk,
  page,
  t,
}) => {
  await login.open();
  await helpDesk.entry.hover();
  await expect(helpDesk.articles).toHaveCount(10);
  const opened = page.waitForEvent('popup');
  await helpDesk.articles.nth(1).click();
  const article = await opened;
  await expect(article).toHaveURL(/\/help\?article=forgotten-password$/);
  await expect(article.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(article.getByRole('article').getByRole('listitem').first()).toBeVisible();
  await article.getByRole('link', { name: t('help.all'), exact: true }).click();
  await expect(article.getByRole('main').getByRole('listitem').getByRole('link')).toHaveCount(15);
});
