import { session, toast } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import type { Browser, BrowserContext } from '@playwright/test';
import { expect, test } from '../../fixtures/test.ts';
import { HomePage } from '../../pages/home-page.ts';
import { LoginPage } from '../../pages/login-page.ts';
import { stopClock } from '../../support/page-clock.ts';
import { alice, fay } from '../../support/people.ts';

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('ending the session of another device signs it out [D-18]', async ({ login, home, browser, service }) => {
    const other = await anotherDevice(browser, service.origin);
    await other.login.signIn(alice, '**/home');
    await login.open();
    await login.signIn(alice);
    await expect(home.devices).toHaveCount(2);
    await home.endOtherSession();
    await expect(home.devices).toHaveCount(1);

    await other.page.reload();
    await expect(other.page).toHaveURL(/\/login\/web/);
    await login.page.reload();
    await expect(home.greeting).toContainText(alice.name.zh);
    await other.page.context().close();
  });

  test('signing out everywhere asks first, and then ends every session [D-18] [ER-02]', async ({
    login,
    home,
    browser,
    service,
    t,
  }) => {
    await login.open();
    await login.signIn(alice);
    const other = await anotherDevice(browser, service.origin);
    await other.login.signIn(alice, '**/home');
    await expect(other.home.devices).toHaveCount(2);
    await test.step('a person who cancels stays signed in', async () => {
      await home.page.getByRole('button', { name: t('home.signOutEverywhere') }).click();
      await home.dialog.getByRole('button', { name: t('common.cancel') }).click();
      await expect(home.dialog).toHaveCount(0);
      await home.page.reload();
      await expect(home.devices).toHaveCount(2);
    });
    await home.signOutEverywhere();
    await other.home.endOtherSession();
    await expect(other.page).toHaveURL(/\/login\/web/);
    await other.page.context().close();
  });
});

test('the home page shows name, account, device and sign-in method [D-18] [PG-04]', async ({ login, home, page }) => {
  await login.open();
  await login.signIn(fay);
  await expect(home.greeting).toContainText(fay.name.en);
  await expect(page.getByRole('main')).toContainText(fay.account);
  await expect(home.devices).toContainText('Chrome');
  await expect(home.devices).toContainText('Password');
});

test('the home page asks for real-name verification only when requested and missing [PG-04]', async ({
  login,
  home,
  page,
  t,
}) => {
  const prompt = page.getByRole('region', { name: t('home.realName.title') });
  for (const [member, target, prompts] of [
    [fay, '/home?scene=realname', 1],
    [fay, '/home', 0],
    [alice, '/home?scene=realname', 0],
  ] as const) {
    await login.open({ redirectUrl: target });
    await login.signIn(member, `**${target}`);
    await expect(home.greeting).toBeVisible();
    await expect(prompt).toHaveCount(prompts);
  }
});

test('the session cookie is HTTP-only and same-site [D-25]', async ({ login, page, context }) => {
  await login.open();
  await login.signIn(alice);
  const cookie = await sessionCookie(context);
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', expires: -1 });
  expect(await page.evaluate(() => document.cookie)).not.toContain(cookie.value);
});

test('a new sign-in replaces the session, and the old cookie is invalid [D-25]', async ({
  login,
  context,
  request,
  service,
}) => {
  await login.open();
  await login.signIn(alice);
  const before = await sessionCookie(context);
  await login.open();
  await login.signIn(alice);
  const after = await sessionCookie(context);
  expect(after.value).not.toBe(before.value);

  const me = `${service.origin}/api/user/accounts/me`;
  const statusWith = async ({ name, value }: typeof before) =>
    (await request.get(me, { headers: { cookie: `${name}=${value}` } })).status();
  expect([await statusWith(before), await statusWith(after)]).toEqual([401, 200]);
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

test('a page restored from the back-forward cache reloads without what was typed [AC-54]', async ({ login, page }) => {
  await login.open();
  await login.password.fill(alice.password);
  const anew = page.waitForRequest(/\/login\/web/);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await anew;
  await login.waitForHydration();
  await expect(login.password).toHaveValue('');
});

test('an unused session expires [D-25]', async ({ login, home, page, service }) => {
  await login.open();
  await login.signIn(alice);
  await service.moveClock(session.idle - seconds(60));
  await page.reload();
  await expect(home.greeting).toBeVisible();
  await page.waitForLoadState('networkidle');
  await service.moveClock(session.idle);
  await page.reload();
  await expect(page).toHaveURL(/\/login\/web/);
});

test('when the account cannot be loaded an error is shown, and retrying helps [ER-03]', async ({
  login,
  home,
  page,
  allowErrors,
  t,
}) => {
  allowErrors(/status of 500/);
  await page.route('**/accounts/me', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
  await login.open();
  await login.signIn(alice);
  await page.getByRole('button', { name: t('common.retry') }).click();
  await expect(home.greeting).toBeVisible();
});

test.describe('a toast', () => {
  test.beforeEach(async ({ login, home, page, browser, service }) => {
    const other = await anotherDevice(browser, service.origin);
    await other.login.signIn(alice, '**/home');
    await other.page.context().close();
    await page.clock.install();
    await login.open();
    await login.signIn(alice);
    await expect(home.devices).toHaveCount(2);
    await stopClock(page);
    await home.endOtherSession();
    await expect(home.toast).toBeVisible();
    await page.mouse.move(0, 0);
  });

  test('a toast is shown for two seconds [SH-13]', async ({ home, page }) => {
    await page.clock.runFor(toast.shownFor - 1);
    await expect(home.toast).toBeVisible();
    await page.clock.runFor(1);
    await expect(home.toast).toHaveCount(0);
  });

  test('a toast stays while the pointer is over it or it has the focus [SH-13]', async ({ home, page, t }) => {
    const message = home.toast.getByText(t('home.sessions.ended'));
    await message.hover();
    await page.clock.runFor(seconds(30));
    await expect(home.toast).toBeVisible();
    await message.focus();
    await page.mouse.move(0, 0);
    await page.clock.runFor(seconds(30));
    await expect(home.toast).toBeVisible();
    await message.blur();
    await page.clock.runFor(toast.shownFor);
    await expect(home.toast).toHaveCount(0);
  });
});

const sessionCookie = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === 'foyer_session')!;

/** Opens the sign-in page in another browser. */
async function anotherDevice(browser: Browser, origin: string) {
  const context = await browser.newContext({ baseURL: origin, locale: 'en-US' });
  const page = await context.newPage();
  const login = new LoginPage(page);
  await login.open();
  return { page, login, home: new HomePage(page, 'en-US') };
}
