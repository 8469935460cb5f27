import { expect, test, widths } from '../../fixtures/test.ts';
import { newMobile } from '../../support/new-accounts.ts';

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a bound WeCom member signs in and goes to the requested page [SO-15]', async ({ login, sso, page, t }) => {
    await login.open({ redirectUrl: '/home?scene=realname' });
    await page.getByRole('button', { name: t('wecom.entry') }).click();
    await page.waitForURL('**/sandbox/**');
    await sso.chooseEmployee('AliceLin');
    await page.waitForURL('**/home?scene=realname');
  });

  test('a person who is no member is refused with the ways to start again, under the name of WeCom [SO-15] [SO-12]', async ({
    login,
    sso,
    page,
    t,
  }) => {
    await login.open({ redirectUrl: '/home?from=wecom' });
    await page.getByRole('button', { name: t('wecom.entry') }).click();
    await page.waitForURL('**/sandbox/**');
    await sso.chooseEmployee('outsider');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('wecom.failed'));
    await expect(page.getByRole('main')).toContainText(t.refusal('notAMember'));
    // There is no company domain to enter.
    await expect(sso.startAgain).toHaveCount(0);
    await test.step('a new start with WeCom keeps the requested page', async () => {
      await page.getByRole('button', { name: t('wecom.again') }).click();
      await page.waitForURL('**/sandbox/**');
      await sso.chooseEmployee('outsider');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('wecom.failed'));
    });
    await page.getByRole('link', { name: t('bound.other') }).click();
    await page.waitForURL('**/login/web?redirectUrl=%2Fhome%3Ffrom%3Dwecom');
    await expect(login.account).toBeVisible();
    expect((await page.request.get('/api/user/accounts/me')).status()).toBe(401);
  });
});

test('a new WeCom member binds an account [SO-16]', async ({
  login,
  sso,
  bindAccount,
  consent,
  page,
  outbox,
  home,
  t,
}) => {
  await login.open();
  await page.getByRole('button', { name: t('wecom.entry') }).click();
  await page.waitForURL('**/sandbox/**');
  await sso.chooseEmployee('CarolGao');
  await expect(bindAccount.tabs).toHaveText([t('sso.bind.tab.mobile'), t('sso.bind.tab.email')]);
  await expect(bindAccount.mobile).toHaveValue('');
  const mobile = newMobile();
  await bindAccount.mobile.fill(mobile);
  await bindAccount.code.send();
  await bindAccount.submitCode(await outbox.code(mobile));
  // WeCom has not asked for consent.
  await consent.agree.click();
  await page.waitForURL('**/sandbox/identity/**');
  await page.goto('/home');
  await expect(home.greeting).toBeVisible();
  await home.unlink(t('way.wecom'));
});

test.describe('on a phone', () => {
  test.use(widths.phone);

  test('no WeCom entry is shown [SO-15]', async ({ login, sso, page, t }) => {
    await login.open();
    await expect(sso.entry).toBeVisible();
    await expect(page.getByRole('button', { name: t('wecom.entry') })).toHaveCount(0);
  });
});
