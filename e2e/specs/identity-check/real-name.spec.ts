import { test } from '../../fixtures/test.ts';

test.use({ resetDemo: true });

test('an unverified account is sent to real-name verification once [SO-06] [SO-13]', async ({ sso, page }) => {
  await sso.signIn('acme-fay', { redirectUrl: '/home?from=sso' });
  await page.waitForURL('**/sandbox/identity/**');
  await page.getByRole('link', { name: /^(认证通过|Pass)$/ }).click();
  await page.getByRole('link', { name: /^(继续|Continue)$/ }).click();
  await page.waitForURL('**/home?from=sso');

  await sso.signIn('acme-fay');
  await page.waitForURL('**/home');
});
