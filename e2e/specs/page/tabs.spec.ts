import { expect, test } from '../../fixtures/test.ts';
import { alice } from '../../support/people.ts';

test('there are two ways, and the password is the first; keys move between them, and the account typed in one is there in the other [LF-01] [LF-02] [LF-17]', async ({
  login,
  page,
  t,
}) => {
  await login.open();
  await expect(login.passwordTab.locator('..').getByRole('tab')).toHaveText([
    t('login.tab.password'),
    t('login.tab.code'),
  ]);
  await expect(login.passwordTab).toHaveAttribute('aria-selected', 'true');
  await expect(login.password).toBeVisible();

  await login.account.fill('alice@example');
  await login.codeTab.click();
  await expect(login.codeTab).toHaveAttribute('aria-selected', 'true');
  await login.passwordTab.click();
  await expect(login.account).toHaveValue('alice@example');

  await login.passwordTab.focus();
  await page.keyboard.press('ArrowRight');
  await expect(login.codeTab).toBeFocused();
  await expect(login.codeTab).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(login.passwordTab).toHaveAttribute('aria-selected', 'true');
});

const junk = ['wechat', 'AUTHCODE', '__proto__', 'constructor', '<img src=x>', '', '0', 'authCode,user'];

test('the address chooses the tab; any other word in it means the password [LF-02] [LF-03] [QP-03]', async ({
  login,
}) => {
  await login.open('preLoginWay=authCode');
  await expect(login.codeTab).toHaveAttribute('aria-selected', 'true');
  await login.open('preLoginWay=user');
  await expect(login.passwordTab).toHaveAttribute('aria-selected', 'true');
  for (const preLoginWay of junk) {
    await login.open({ preLoginWay });
    await expect(login.passwordTab, preLoginWay).toHaveAttribute('aria-selected', 'true');
  }
});

test('any other word left in the browser means the password [LF-03] [AC-51]', async ({ login, page, context }) => {
  await login.open();
  for (const left of junk) {
    await page.evaluate((value) => localStorage.setItem('preLoginWay', value), left);
    await context.addCookies([{ name: 'preLoginWay', value: encodeURIComponent(left), url: page.url() }]);
    await login.open();
    await expect(login.passwordTab, left).toHaveAttribute('aria-selected', 'true');
  }
});

test('the tab used last is there on the next visit, by local storage alone, unless the address says otherwise [LF-02] [LF-04]', async ({
  login,
  page,
  context,
}) => {
  await login.open();
  await login.codeTab.click();
  expect(await page.evaluate(() => localStorage.getItem('preLoginWay'))).toBe('authCode');
  await login.open();
  await expect(login.codeTab).toHaveAttribute('aria-selected', 'true');
  await context.clearCookies();
  await login.open();
  await expect(login.codeTab).toHaveAttribute('aria-selected', 'true');
  await login.open('preLoginWay=user');
  await expect(login.passwordTab).toHaveAttribute('aria-selected', 'true');
});

test('a browser that refuses to store anything is no obstacle [LF-04] [AC-51]', async ({ login, page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('refused', 'SecurityError');
      },
    });
  });
  await login.open();
  await login.codeTab.click();
  await login.passwordTab.click();
  await login.signIn(alice);
});

test('a tab that is lost or slow costs nothing that stands there, is told once, and comes with the next press of it, not over what is typed [LF-01] [LF-17] [ER-03] [SH-13]', async ({
  login,
  page,
  allowErrors,
  t,
}) => {
  allowErrors(/ERR_FAILED/);
  const told = page.getByRole('status').filter({ hasText: t('common.network') });
  const lose = (file: string) => page.route(`**/assets/${file}*`, (route) => route.abort());
  const find = (file: string) => page.unroute(`**/assets/${file}*`);
  const settled = () => page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  await lose('password-login.screen');
  await lose('code-login.screen');
  await page.goto('/login/web');
  await login.account.fill(alice.account);
  await expect(told).toBeVisible();
  for (const press of [1, 2]) {
    const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('password-login.screen'));
    await login.password.click();
    await lost;
    await settled();
    // At this moment: they go by themselves.
    expect(await page.getByText(t('common.network')).count(), `after press ${press}`).toBeLessThan(2);
  }
  await find('password-login.screen');
  await login.password.click();
  await login.password.fill(alice.password);
  await expect(login.submit).toBeEnabled();

  await expect(told).toHaveCount(0);
  await login.codeTab.click();
  await expect(told).toBeVisible();
  await expect(login.passwordTab).toHaveAttribute('aria-selected', 'true');
  const again: string[] = [];
  page.on('request', (request) => again.push(request.url()));
  await login.password.press('End');
  await login.password.pressSequentially('more');
  await expect(login.password).toHaveValue(`${alice.password}more`);
  expect(again.filter((url) => url.includes('code-login.screen'))).toEqual([]);
  await find('code-login.screen');

  let letCome = () => {};
  const held = new Promise<void>((resolve) => (letCome = resolve));
  await page.route('**/assets/code-login.screen*', (route) => held.then(() => route.continue()));
  const asked = page.waitForRequest('**/assets/code-login.screen*.js');
  await login.codeTab.click();
  const came = (await asked).response();
  await login.password.fill(alice.password);
  letCome();
  await (await came)!.finished();
  await settled();
  await expect(login.passwordTab).toHaveAttribute('aria-selected', 'true');
  await expect(login.password).toHaveValue(alice.password);
  expect(await page.evaluate(() => localStorage.getItem('preLoginWay'))).toBeNull();

  await login.codeTab.click();
  await expect(login.codeTab).toHaveAttribute('aria-selected', 'true');
  await expect(login.account).toHaveValue(alice.account);
  // What is here already is turned to at once.
  await login.passwordTab.click();
  await login.account.fill('someone@example.com');
  await expect(login.passwordTab).toHaveAttribute('aria-selected', 'true');
});

test('whoever is being let in stays for the answer, whatever tab they press meanwhile [LF-01] [LF-05]', async ({
  login,
  page,
}) => {
  await login.open();
  let letAnswer = () => {};
  const held = new Promise<void>((resolve) => (letAnswer = resolve));
  await login.routeCommits((route) => held.then(() => route.continue()));
  const commits = login.watchCommits();
  await login.fill(alice);
  await login.submit.click();
  await expect.poll(() => commits.length).toBe(1);
  await login.codeTab.click({ force: true });
  await expect(login.password).toHaveValue(alice.password);
  letAnswer();
  await page.waitForURL('**/home');
});
