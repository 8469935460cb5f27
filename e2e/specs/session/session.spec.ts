import type { Browser } from '@playwright/test';
import { expect, test } from '../../fixtures/test.ts';
import { HomePage } from '../../pages/home-page.ts';
import { LoginPage } from '../../pages/login-page.ts';
import { alice } from '../../support/people/people.ts';

test('a session ends on another device by one press, and everywhere after a question [D-18] [D-25] [ER-02]', async ({
  login,
  home,
  context,
  browser,
  service,
  t,
}) => {
  const other = await anotherDevice(browser, service.origin);
  await login.open();
  await login.signIn(alice);
  await expect(home.devices).toHaveCount(2);
  await test.step('no script can read its cookie', async () => {
    const cookie = (await context.cookies()).find(({ name }) => name === 'foyer_session')!;
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', expires: -1 });
    expect(await home.page.evaluate(() => document.cookie)).not.toContain(cookie.value);
  });
  await test.step('the other device is signed out, this one is not', async () => {
    await home.endOtherSession();
    await expect(home.devices).toHaveCount(1);
    await other.page.reload();
    await expect(other.page).toHaveURL(/\/login\/web/);
    await home.page.reload();
    await expect(home.greeting).toContainText(alice.name.en);
    await expect(other.page.getByText(t('view.sessionEnded'))).toBeVisible();
  });
  await test.step('the sign-in page says who is signed in, and leads on', async () => {
    await home.page.goto('/login/web?redirectUrl=/account');
    await expect(home.page.locator('main')).toContainText(alice.name.en);
    await home.page.getByRole('link', { name: t('view.continue') }).click();
    await home.page.waitForURL('**/account');
    await home.page.goto('/home');
  });
  await other.login.signIn(alice);
  await expect(other.home.devices).toHaveCount(2);
  await test.step('a person who cancels stays signed in', async () => {
    await home.page.getByRole('button', { name: t('home.signOutEverywhere') }).click();
    await home.dialog.getByRole('button', { name: t('common.cancel') }).click();
    await expect(home.dialog).toHaveCount(0);
    await home.page.reload();
    await expect(home.devices).toHaveCount(2);
  });
  await home.signOutEverywhere();
  await expect(home.page.getByText(t('view.signedOut'))).toBeVisible();
  await other.home.endOtherSession();
  await expect(other.page).toHaveURL(/\/login\/web/);
  await other.page.context().close();
});

test('after signing out neither going back nor another tab shows anything of the account [AC-54]', async ({
  allowErrors,
  login,
  home,
  page,
  context,
}) => {
  // The other tab asks whether its session has ended as well.
  allowErrors(/accounts\/me/);
  await login.open();
  await login.signIn(alice);
  await expect(home.greeting).toBeVisible();
  const otherTab = await context.newPage();
  await otherTab.goto('/account');
  await expect(otherTab.getByRole('heading', { level: 1 })).toContainText(alice.name.en);
  await home.signOut();
  await expect(otherTab).toHaveURL(/\/login\/web\?redirectUrl=\/account$/);
  await otherTab.close();
  await page.goBack();
  await expect(page).toHaveURL(/\/login\/web/);
  await login.waitForHydration();
  await expect(page.getByText(alice.name.en)).toHaveCount(0);
  await expect(page.getByText(alice.account)).toHaveCount(0);
  await login.otherAccount.click();
  await expect(login.account).toHaveValue('');
  await expect(login.password).toHaveValue('');
});

/** Signs in with another browser. */
async function anotherDevice(browser: Browser, origin: string) {
  const context = await browser.newContext({ baseURL: origin, locale: 'en-US' });
  const page = await context.newPage();
  const login = new LoginPage(page);
  await login.open();
  await login.signIn(alice);
  return { page, login, home: new HomePage(page, 'en-US') };
}
