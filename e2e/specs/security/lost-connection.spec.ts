import { expect, test } from '../../fixtures/test.ts';
import { alice } from '../../support/people/people.ts';

test('an offline person is told so, and is signed in when online again [ER-03]', async ({
  login,
  page,
  context,
  allowErrors,
  t,
}) => {
  // Parts of the page that load later fail too; React then renders a part again that it could not hydrate (422).
  allowErrors(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/, /dynamically imported module|preload CSS|error #422/);
  await login.open();
  await login.fill(alice);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await login.submit.click();
  await expect(page.getByText(t('common.offline'))).toBeVisible();
  await context.setOffline(false);
  await page.waitForURL('**/home');
});

test('a chunk whose preload failed is loaded again by the submission [ER-03] [LF-05]', async ({
  login,
  page,
  allowErrors,
}) => {
  // Other chunks that import this one fail with it.
  allowErrors(/ERR_FAILED/, /dynamically imported module/);
  const chunk = '**/assets/calls-*';
  await page.route(chunk, (route) => route.abort());
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/calls-'));
  await login.open();
  await lost;
  await page.unroute(chunk);
  await login.signIn(alice);
});
