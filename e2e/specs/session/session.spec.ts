import { session, toast } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import type { Browser, BrowserContext } from '@playwright/test';
import { expect, test } from '../../fixtures/test.ts';
import { HomePage } from '../../pages/home-page.ts';
import { LoginPage } from '../../pages/login-page.ts';
import { alice, fay } from '../../support/people.ts';

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('someone ends the session on another device from here [D-18]', async ({ login, home, browser, service }) => {
    const there = await anotherDevice(browser, service.origin);
    await there.login.signIn(alice, '**/home');
    await login.open();
    await login.signIn(alice);
    await expect(home.devices).toHaveCount(2);
    await home.endOtherSession();
    await expect(home.devices).toHaveCount(1);
    await expect(home.toast).toBeVisible();

    await there.page.reload();
    await expect(there.page).toHaveURL(/\/login\/web/);
    await login.page.reload();
    await expect(home.greeting).toContainText(alice.name.zh);
    await there.page.context().close();
  });

  test('signing out everywhere ends every session; whoever goes on with one signs in anew [D-18] [ER-02]', async ({
    login,
    home,
    browser,
    service,
  }) => {
    await login.open();
    await login.signIn(alice);
    const there = await anotherDevice(browser, service.origin);
    await there.login.signIn(alice, '**/home');
    await expect(there.home.devices).toHaveCount(2);
    await home.signOutEverywhere();
    await there.home.endOtherSession();
    await expect(there.page).toHaveURL(/\/login\/web/);
    await there.page.context().close();
  });
});

test('home tells who, how, and what is bound [D-18] [PG-04]', async ({ login, home, page }) => {
  await login.open();
  await login.signIn(fay);
  await expect(home.greeting).toContainText(fay.name.zh);
  await expect(page.getByRole('main')).toContainText(fay.account);
  await expect(home.devices).toContainText('Chrome');
  await expect(home.devices).toContainText('Password');
});

test('home asks for the real name only who came for it and is not verified [PG-04]', async ({
  login,
  home,
  page,
  t,
}) => {
  const prompt = page.getByRole('region', { name: t('home.realName.title') });
  for (const [someone, address, asked] of [
    [fay, '/home?scene=realname', 1],
    [fay, '/home', 0],
    [alice, '/home?scene=realname', 0],
  ] as const) {
    await login.open({ redirectUrl: address });
    await login.signIn(someone, `**${address}`);
    await expect(home.greeting).toBeVisible();
    await expect(prompt).toHaveCount(asked);
  }
});

test('the session is a cookie that no script can read and no other site can use [D-25]', async ({
  login,
  page,
  context,
}) => {
  await login.open();
  await login.signIn(alice);
  const cookie = await sessionCookie(context);
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', expires: -1 });
  expect(await page.evaluate(() => document.cookie)).not.toContain(cookie.value);
});

test('signing in again makes a new session, and the old cookie opens nothing [D-25]', async ({
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

test('going back after signing out shows nothing of the person [AC-54]', async ({ login, home, page }) => {
  await login.open();
  await login.signIn(alice);
  await expect(home.greeting).toBeVisible();
  await home.signOut();
  await page.goBack();
  await expect(page).toHaveURL(/\/login\/web/);
  await expect(page.getByText(alice.name.zh)).toHaveCount(0);
  await expect(page.getByText(alice.account)).toHaveCount(0);
  await expect(login.account).toHaveValue('');
  await expect(login.password).toHaveValue('');
});

test('a page out of the browser’s memory loads anew, without what was typed [AC-54]', async ({ login, page }) => {
  await login.open();
  await login.password.fill(alice.password);
  const anew = page.waitForRequest(/\/login\/web/);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await anew;
  await login.waitForHydration();
  await expect(login.password).toHaveValue('');
});

test('a session that nobody uses ends by itself [D-25]', async ({ login, page, service }) => {
  await login.open();
  await login.signIn(alice);
  await service.moveClock(session.idle - seconds(60));
  await page.reload();
  await expect(page).toHaveURL(/\/home/);
  await service.moveClock(session.idle);
  await page.reload();
  await expect(page).toHaveURL(/\/login\/web/);
});

test('who cannot be shown their account is told, and can try again [ER-03]', async ({
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
    const there = await anotherDevice(browser, service.origin);
    await there.login.signIn(alice, '**/home');
    await there.page.context().close();
    await page.clock.install();
    await login.open();
    await login.signIn(alice);
    await expect(home.devices).toHaveCount(2);
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + seconds(1));
    await home.endOtherSession();
    await expect(home.toast).toBeVisible();
    await page.mouse.move(0, 0);
  });

  test('is announced and stands for two seconds [SH-13]', async ({ home, page }) => {
    await page.clock.runFor(toast.shownFor - 1);
    await expect(home.toast).toBeVisible();
    await page.clock.runFor(1);
    await expect(home.toast).toHaveCount(0);
  });

  test('waits while someone points at it or has it in focus [SH-13]', async ({ home, page, t }) => {
    const words = home.toast.getByText(t('home.sessions.ended'));
    await words.hover();
    await page.clock.runFor(seconds(30));
    await expect(home.toast).toBeVisible();
    await words.focus();
    await page.mouse.move(0, 0);
    await page.clock.runFor(seconds(30));
    await expect(home.toast).toBeVisible();
    await words.blur();
    await page.clock.runFor(toast.shownFor);
    await expect(home.toast).toHaveCount(0);
  });
});

const sessionCookie = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === 'foyer_session')!;

/** Another browser, at the sign-in page. */
async function anotherDevice(browser: Browser, origin: string) {
  const context = await browser.newContext({ baseURL: origin, locale: 'en-US' });
  const page = await context.newPage();
  const login = new LoginPage(page);
  await login.open();
  return { page, login, home: new HomePage(page, 'en-US') };
}
