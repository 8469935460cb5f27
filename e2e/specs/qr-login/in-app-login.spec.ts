import { expect, test } from '../../fixtures/test.ts';
import { texts } from '../../support/texts.ts';
import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from '../../support/axe.ts';
import { alice, bob, hua } from '../../support/people.ts';
import { webViews } from '../../support/user-agents.ts';

const nameOf = { 'zh-CN': 'zh', 'en-US': 'en' } as const;
/** Every button that signs in with some app. */
const ways = (page: Page) => page.getByRole('button', { name: /^用.+登录$|^Sign in with |企业微信/ });
const be = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();

for (const [app, language] of [
  ['wechat', 'zh-CN'],
  ['alipay', 'en-US'],
  ['dingtalk', 'zh-CN'],
] as const) {
  test.describe(`inside ${app}`, () => {
    test.use({ ...webViews[app], locale: language });

    test('its own sign-in is a button, the only one, and leads where one wanted to go [MD-02] [QP-05] [D-21]', async ({
      login,
      page,
      t,
    }) => {
      const name = t(`qr.switch.${app}`);
      await login.open({ redirectUrl: '/home?scene=realname' });
      await expect(ways(page)).toHaveText([language === 'zh-CN' ? `用${name}登录` : `Sign in with ${name}`]);
      await expectNoAxeViolations(page);
      const addresses: string[] = [];
      page.on('framenavigated', (frame) => addresses.push(frame.url()));
      await ways(page).focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/sandbox/${app}/**`);
      await be(page, alice.name[nameOf[language]]);
      await page.waitForURL('**/home?scene=realname');
      expect(addresses.some((address) => address.includes('preLoginId'))).toBe(true);
      await page.goBack();
      expect(page.url()).not.toContain('preLoginId');
    });
  });
}

test.describe('a web view of WeChat that forgets its session', () => {
  test.use({ ...webViews.wechat, locale: 'zh-CN' });

  /** As the app does when it puts its windows away. */
  const putAway = async (page: Page) => {
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
  };

  test('loses neither the second factor nor the number to bind [MD-02] [DG-13] [QR-12]', async ({
    login,
    bindMobile,
    secondFactor,
    outbox,
    page,
  }) => {
    await login.open();
    await ways(page).click();
    await page.waitForURL('**/sandbox/wechat/**');
    await page.evaluate(() => sessionStorage.clear());
    await be(page, '高可');
    await expect(bindMobile.mobile).toBeVisible();
    await putAway(page);
    await expect(bindMobile.mobile).toBeVisible();
    await bindMobile.close.click();

    await ways(page).click();
    await be(page, bob.name.zh);
    await secondFactor.waitUntilSent();
    await putAway(page);
    await secondFactor.waitUntilSent();
    await secondFactor.submitCode(await outbox.code(bob.account));
    await page.waitForURL('**/home');
  });
});

test.describe('inside DingTalk', () => {
  test.use({ ...webViews.dingtalk, locale: 'zh-CN' });

  test('who declines is back at the form with words, and may try again; the agreement is asked for as ever [MD-02] [QR-16]', async ({
    login,
    consent,
    page,
  }) => {
    await login.open();
    await ways(page).click();
    await page.getByRole('link', { name: '取消登录' }).click();
    await page.waitForURL('**/login/web');
    await expect(page.getByRole('alert').filter({ hasText: texts('zh-CN')('qr.denied') })).toBeVisible();
    await expectNoAxeViolations(page);
    await expect(login.account).toBeVisible();
    expect((await page.request.get('/api/user/accounts/me')).status()).toBe(401);

    await ways(page).click();
    await be(page, hua.name.zh);
    await expect(consent.dialog).toBeVisible();
  });
});

test.describe('inside WeCom', () => {
  test.use({ ...webViews.wecom, locale: 'zh-CN' });

  test('its own sign-in is a button: nothing is scanned, who is outside is told, who is new binds, who is bound is in [MD-02] [SO-15] [SO-16]', async ({
    login,
    sso,
    bindAccount,
    page,
    t,
  }) => {
    const enter = async () => {
      await login.open({ redirectUrl: '/home?scene=realname' });
      await expect(ways(page)).toHaveText([t('wecom.entry')]);
      await ways(page).click();
      await page.waitForURL('**/sandbox/wecom/connect/oauth2/authorize?**');
    };
    await enter();
    await sso.chooseEmployee('outsider');
    await expect(page.getByRole('main')).toContainText(t.refusal('notAMember'));
    await expectNoAxeViolations(page);
    await enter();
    await sso.chooseEmployee('CarolGao');
    await expect(bindAccount.mobile).toHaveValue('');
    await enter();
    await sso.chooseEmployee('AliceLin');
    await page.waitForURL('**/home?scene=realname');
  });
});
