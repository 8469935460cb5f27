import type { Page } from '@playwright/test';
import { pollReturnedScan, requestAppPage, requestQr } from '@foyer/contract/flows/qr-login';
import { requestWecomScan } from '@foyer/contract/flows/work-chat';
import { expect, test } from '../../fixtures/screen.ts';
import { signedIn } from '../../scripted/usual-answers.ts';
import { webViews } from '../../support/page/user-agents.ts';

/** The buttons that sign in with an app. */
const appButtons = (page: Page) => page.getByRole('button', { name: /^用.+登录$|^Sign in with |企业微信/ });

for (const [app, locale, label, reply, shown] of [
  ['wechat', 'zh-CN', '用微信登录', { is: 'done', data: signedIn }, undefined],
  ['alipay', 'en-US', 'Sign in with Alipay', { is: 'scanDeclined' }, 'qr.denied'],
  ['dingtalk', 'zh-CN', '用钉钉登录', { is: 'authorisationExpired' }, 'app.tooLate'],
] as const) {
  test.describe(`inside ${app}`, () => {
    test.use({ ...webViews[app], locale });

    test('the app’s sign-in is the only app button, and its return signs in or says why not [MD-02] [QP-05] [QR-16] [QR-19] [D-21]', async ({
      login,
      qrCode,
      site,
      clock,
      page,
      t,
    }) => {
      const message = page.getByRole('alert').filter({ hasText: /./ });
      site.answer(requestAppPage, 'lost', { is: 'done', data: { url: `${site.origin}/home?of=app` } });
      site.answer(pollReturnedScan, reply);
      await login.open({ redirectUrl: '/home?scene=realname' });
      await expect(appButtons(page)).toHaveText([label]);
      await test.step('no QR code is shown or requested: there is no second device to scan with', async () => {
        await expect(qrCode.block).toHaveCount(0);
        await clock.settle();
        expect(site.callsOf(requestQr)).toEqual([]);
      });
      await test.step('a lost request can be repeated; the button leads to the page of the app', async () => {
        await appButtons(page).press('Enter');
        await expect(message).toHaveText(t('common.network'));
        await appButtons(page).press('Enter');
        await page.waitForURL('**/home?of=app');
        const [{ path, query }] = site.callsOf(requestAppPage) as [ReturnType<typeof site.callsOf>[0]];
        expect(path).toBe(`/login/oauth/page/${app}`);
        expect(query).toEqual({ fingerprint: expect.any(String), redirectUrl: '/home?scene=realname' });
      });
      await page.goto('/login/web?preLoginId=returned-1');
      if (shown === undefined)
        await test.step('a confirmed sign-in leads on', async () => {
          await page.waitForURL('**/home');
          expect(site.callsOf(pollReturnedScan).map(({ query }) => query['preLoginId'])).toContain('returned-1');
        });
      else
        await test.step('the return says why not, and its credential is removed from the URL', async () => {
          await expect(message).toHaveText(t(shown));
          await expect(appButtons(page)).toBeEnabled();
          await expect(login.account).toBeVisible();
          expect(page.url()).not.toContain('preLoginId');
        });
    });
  });
}

test.describe('inside WeCom', () => {
  test.use({ ...webViews.wecom, locale: 'zh-CN' });

  test('the WeCom button is the only app button and leads to WeCom [MD-02] [SO-15]', async ({
    login,
    site,
    page,
    t,
  }) => {
    site.answer(requestWecomScan, { is: 'done', data: { url: `${site.origin}/home?of=wecom` } });
    await login.open({ redirectUrl: '/home?scene=realname' });
    await expect(appButtons(page)).toHaveText([t('wecom.entry')]);
    await appButtons(page).click();
    await page.waitForURL('**/home?of=wecom');
    expect(site.callsOf(requestWecomScan)[0]!.query).toEqual({ redirectUrl: '/home?scene=realname' });
  });
});
