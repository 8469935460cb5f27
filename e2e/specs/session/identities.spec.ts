import { alice } from '../../support/people.ts';
import { HomePage } from '../../pages/home-page.ts';
import { test } from '../../fixtures/own-service.ts';
import { expect } from '../../fixtures/test.ts';

test.use({ locale: 'zh-CN' });

// What is unlinked here stays unlinked, so nobody else may count on it.
test('someone sees who they are elsewhere by name, and unlinks an app as a whole [D-18]', async ({
  login,
  home,
  page,
  context,
  ownService,
}) => {
  const named = async (at: HomePage) => (await at.identities.locator('p:first-child').allTextContents()).sort();
  await login.open();
  await login.signIn(alice);
  await expect.poll(() => named(home)).toEqual([...home.words.identityNames].sort());
  await context.addCookies([{ name: 'foyer_language', value: 'en-US', url: ownService.origin }]);
  await page.reload();
  const english = new HomePage(page, 'en-US');
  const [app = '', ...others] = english.words.identityNames;
  await expect.poll(() => named(english)).toEqual([app, ...others].sort());

  await english.unlink(app);
  await expect.poll(() => named(english)).toEqual([...others].sort());
  await page.reload();
  await expect.poll(() => named(english)).toEqual([...others].sort());
});
