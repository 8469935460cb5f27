import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures/test.ts';
import { alice, bob, hua } from '../../support/people/people.ts';
import { texts } from '../../support/page/texts.ts';
import { webViews } from '../../support/page/user-agents.ts';

/** The button that signs in with the app. */
const appButton = (page: Page) => page.getByRole('button', { name: /^用.+登录$|^Sign in with |企业微信/ });
const chooseUser = (page: Page, name: string) => page.getByRole('link', { name }).click();

test.describe('inside Alipay', () => {
  test.use(webViews.alipay);

  test('the app’s sign-in leads to the requested page and leaves no credential in the URL [MD-02] [QP-05] [D-21]', async ({
    login,
    page,
  }) => {
    await login.open({ redirectUrl: '/home?scene=realname' });
    const urls: string[] = [];
    page.on('framenavigated', (frame) => urls.push(frame.url()));
    await appButton(page).click();
    await page.waitForURL('**/sandbox/alipay/**');
    await chooseUser(page, alice.name.en);
    await page.waitForURL('**/home?scene=realname');
    expect(urls.some((url) => url.includes('preLoginId'))).toBe(true);
    await page.goBack();
    expect(page.url()).not.toContain('preLoginId');
  });
});

test.describe('a WeChat web view that loses its session storage', () => {
  test.use({ ...webViews.wechat, locale: 'zh-CN' });

  /** As the app does when it unloads a web view in the background. */
  const unload = async (page: Page) => {
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
  };

  test('keeps the second factor and the mobile number dialog [MD-02] [DG-13] [QR-12]', async ({
    login,
    bindMobile,
    secondFactor,
    outbox,
    page,
  }) => {
    await login.open();
    await appButton(page).click();
    await page.waitForURL('**/sandbox/wechat/**');
    await page.evaluate(() => sessionStorage.clear());
    await chooseUser(page, '高可');
    await test.step('the mobile number dialog survives', async () => {
      await expect(bindMobile.mobile).toBeVisible();
      await unload(page);
      await expect(bindMobile.mobile).toBeVisible();
      await bindMobile.close.click();
    });
    await test.step('the second factor survives', async () => {
      await appButton(page).click();
      await chooseUser(page, bob.name.zh);
      await secondFactor.waitUntilSent();
      await unload(page);
      await secondFactor.waitUntilSent();
      await secondFactor.submitCode(await outbox.code(bob.account));
      await page.waitForURL('**/home');
    });
  });
});

test.describe('inside DingTalk', () => {
  test.use({ ...webViews.dingtalk, locale: 'zh-CN' });

  test('declining in DingTalk returns to the form with a message, and the next try asks for agreement [MD-02] [QR-16]', async ({
    login,
    agreement,
    page,
  }) => {
    await login.open();
    await appButton(page).click();
    await test.step('declining shows a message and creates no session', async () => {
      await page.getByRole('link', { name: '取消登录' }).click();
      await page.waitForURL('**/login/web');
      await expect(page.getByRole('alert').filter({ hasText: texts('zh-CN')('qr.denied') })).toBeVisible();
      await expect(login.account).toBeVisible();
      expect((await page.request.get('/api/user/accounts/me')).status()).toBe(401);
    });
    await test.step('the next sign-in asks for agreement', async () => {
      await appButton(page).click();
      await chooseUser(page, hua.name.zh);
      await expect(agreement.dialog).toBeVisible();
    });
  });
});

test.describe('inside WeCom', () => {
  test.use({ ...webViews.wecom, locale: 'zh-CN' });

  test('the WeCom button refuses outsiders, binds new members and signs in bound ones [MD-02] [SO-15] [SO-16]', async ({
    login,
    sso,
    bindAccount,
    page,
    t,
  }) => {
    const openWecom = async () => {
      await login.open({ redirectUrl: '/home?scene=realname' });
      await appButton(page).click();
      await page.waitForURL('**/sandbox/wecom/connect/oauth2/authorize?**');
    };
    await test.step('an outsider is refused', async () => {
      await openWecom();
      await sso.chooseEmployee('outsider');
      await expect(page.getByRole('main')).toContainText(t.refusal('notAMember'));
    });
    await test.step('a new member has to bind an account', async () => {
      await openWecom();
      await sso.chooseEmployee('CarolGao');
      await expect(bindAccount.mobile).toHaveValue('');
    });
    await test.step('a bound member is signed in', async () => {
      await openWecom();
      await sso.chooseEmployee('AliceLin');
      await page.waitForURL('**/home?scene=realname');
    });
  });
});
