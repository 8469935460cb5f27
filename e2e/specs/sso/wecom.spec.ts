import { expectNoAxeViolations } from '../../support/axe.ts';
import { newMobile } from '../../support/new-accounts.ts';
import { test } from '../../fixtures/journey.ts';
import { expect, widths } from '../../fixtures/test.ts';

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('who scans with WeCom and is bound is in, where they wanted to go [SO-15]', async ({ login, door, page }) => {
    await login.open({ redirectUrl: '/home?scene=realname' });
    await page.getByRole('button', { name: door.words.workChat }).click();
    await page.waitForURL('**/sandbox/**');
    await door.be('AliceLin');
    await page.waitForURL('**/home?scene=realname');
  });

  test('who is no member is refused with words, and has a way back [SO-15] [SO-12]', async ({ login, door, page }) => {
    await login.open({ redirectUrl: '/home?from=wecom' });
    await page.getByRole('button', { name: door.words.workChat }).click();
    await page.waitForURL('**/sandbox/**');
    await door.be('outsider');
    await expect(page.getByRole('main')).toContainText(door.words.notAMember);
    await expectNoAxeViolations(page);
    // They have no company to name.
    await expect(door.again).toHaveCount(0);
    await page.getByRole('main').getByRole('link', { name: '返回登录' }).click();
    await page.waitForURL('**/login/web?redirectUrl=%2Fhome%3Ffrom%3Dwecom');
    await expect(login.account).toBeVisible();
    expect((await page.request.get('/api/user/accounts/me')).status()).toBe(401);
  });
});

test('someone whom nobody knows binds an account as a company’s person does [SO-16]', async ({
  login,
  door,
  bindAccount,
  consent,
  page,
  outbox,
  home,
}) => {
  await login.open();
  await page.getByRole('button', { name: door.words.workChat }).click();
  await page.waitForURL('**/sandbox/**');
  await door.be('CarolGao');
  await expect(bindAccount.tabs).toHaveText([bindAccount.words.mobile, bindAccount.words.email]);
  await expect(bindAccount.mobile).toHaveValue('');
  const mobile = newMobile();
  await bindAccount.mobile.fill(mobile);
  await bindAccount.code.ask();
  await bindAccount.enter(await outbox.code(mobile));
  // Nobody asked them on the way there.
  await consent.agree.click();
  await page.waitForURL('**/sandbox/identity/**');
  await page.goto('/home');
  await expect(home.greeting).toBeVisible();
  await home.unlink('WeCom');
});

test.describe('on a phone', () => {
  test.use(widths.phone);

  test('there is nothing to scan with WeCom [SO-15]', async ({ login, door, page }) => {
    await login.open();
    await expect(door.entry).toBeVisible();
    await expect(page.getByRole('button', { name: door.words.workChat })).toHaveCount(0);
  });
});
