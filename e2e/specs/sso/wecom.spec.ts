import { expect, test } from '../../fixtures/test.ts';
import { newMobile } from '../../support/people/new-accounts.ts';

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a person who is no member is refused, and a bound member signs in at the new start and goes to the requested page [SO-12] [SO-15]', async ({
    login,
    sso,
    page,
    t,
  }) => {
    await login.open({ redirectUrl: '/home?scene=realname' });
    await page.getByRole('button', { name: t('wecom.entry') }).click();
    await page.waitForURL('**/sandbox/**');
    await sso.chooseEmployee('outsider');
    await expect(page.getByText(t.refusal('notAMember')).first()).toBeVisible();
    expect((await page.request.get('/api/user/accounts/me')).status()).toBe(401);
    await page.getByRole('button', { name: t('wecom.again') }).click();
    await page.waitForURL('**/sandbox/**');
    await sso.chooseEmployee('AliceLin');
    await page.waitForURL('**/home?scene=realname');
  });
});

test('a new WeCom member binds an account [SO-16]', async ({
  login,
  sso,
  bindAccount,
  agreement,
  page,
  outbox,
  home,
  t,
}) => {
  await login.open();
  await page.getByRole('button', { name: t('wecom.entry') }).click();
  await page.waitForURL('**/sandbox/**');
  await sso.chooseEmployee('CarolGao');
  await expect(bindAccount.mobile).toHaveValue('');
  const mobile = newMobile();
  await bindAccount.mobile.fill(mobile);
  await bindAccount.code.send();
  await bindAccount.submitCode(await outbox.code(mobile));
  // WeCom has not asked for agreement.
  await agreement.agree.click();
  await page.waitForURL('**/sandbox/identity/**');
  await page.goto('/home');
  await expect(home.greeting).toBeVisible();
  await home.unlink(t('way.wecom'));
});
