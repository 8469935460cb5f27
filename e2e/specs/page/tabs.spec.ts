import { commitPassword } from '@foyer/contract/flows/password-login';
import { expect, test } from '../../fixtures/test.ts';
import { hold, holdRequests, waitForRequestEvents, watchAssets } from '../../support/calls.ts';
import { alice, unregistered } from '../../support/people.ts';

test('the password tab comes first, arrow keys change the tab, and both tabs share the account [LF-01] [LF-02] [LF-17]', async ({
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

test('a person who types while the tab changes goes on in the field of the new tab [LF-17]', async ({
  login,
  page,
}) => {
  await login.open();
  await login.account.focus();
  await page.keyboard.type('138');
  // A click by a script leaves the focus in the field, like a click whose tab is shown only later.
  for (const tab of [login.codeTab, login.passwordTab]) {
    await tab.evaluate((link: HTMLElement) => link.click());
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.type('0');
  }
  await expect(login.account).toHaveValue('13800');
});

test('the URL selects the tab, and an unknown value selects the password tab [LF-02] [LF-03] [QP-03]', async ({
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

test('an unknown stored value selects the password tab [LF-03] [AC-51]', async ({ login, page, context }) => {
  await login.open();
  for (const stored of junk) {
    await page.evaluate((value) => localStorage.setItem('preLoginWay', value), stored);
    await context.addCookies([{ name: 'preLoginWay', value: encodeURIComponent(stored), url: page.url() }]);
    await login.open();
    await expect(login.passwordTab, stored).toHaveAttribute('aria-selected', 'true');
  }
});

test('the last tab is selected at the next visit, unless the URL selects another [LF-02] [LF-04]', async ({
  login,
  page,
  context,
}) => {
  await login.open();
  await login.codeTab.click();
  await expect(login.codeTab).toHaveAttribute('aria-selected', 'true');
  expect(await page.evaluate(() => localStorage.getItem('preLoginWay'))).toBe('authCode');
  await login.open();
  await expect(login.codeTab).toHaveAttribute('aria-selected', 'true');
  await context.clearCookies();
  await login.open();
  await expect(login.codeTab).toHaveAttribute('aria-selected', 'true');
  await login.open('preLoginWay=user');
  await expect(login.passwordTab).toHaveAttribute('aria-selected', 'true');
  await test.step('a tab selected by the URL is remembered once it was used', async () => {
    await login.open();
    await expect(login.codeTab).toHaveAttribute('aria-selected', 'true');
    await login.open('preLoginWay=user');
    await login.attempt(unregistered);
    await login.open();
    await expect(login.passwordTab).toHaveAttribute('aria-selected', 'true');
  });
});

test('a browser without local storage can change tabs and sign in [LF-04] [AC-51]', async ({ login, page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('refused', 'SecurityError');
      },
    });
  });
  await login.open();
  for (const tab of [login.codeTab, login.passwordTab]) {
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
  }
  await login.signIn(alice);
});

test('a tab that fails to load shows an error once and loads on the next click, without interrupting typing [LF-01] [LF-17] [ER-03] [SH-13]', async ({
  login,
  code,
  page,
  allowErrors,
  t,
}) => {
  allowErrors(/ERR_FAILED/);
  const toast = page.getByRole('status').filter({ hasText: t('common.network') });
  const block = (file: string) => page.route(`**/assets/${file}*`, (route) => route.abort());
  const unblock = (file: string) => page.unroute(`**/assets/${file}*`);
  /** Gives what must not happen the time to happen. */
  const waitBriefly = () => page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  await block('code-');
  await page.goto('/login/web?preLoginWay=authCode');
  await test.step('clicks on a field that fails to load show one error at a time', async () => {
    await login.account.fill(alice.account);
    await expect(toast).toBeVisible();
    for (const press of [1, 2]) {
      const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/code-'));
      await login.account.click();
      await failed;
      await waitBriefly();
      // Counted now, because toasts disappear by themselves.
      expect(await page.getByText(t('common.network')).count(), `after press ${press}`).toBeLessThan(2);
    }
  });
  await test.step('the field loads on the next click', async () => {
    await unblock('code-');
    await login.account.click();
    await expect(code.button).toBeEnabled();
    await code.send();
  });

  await block('code-');
  await page.goto('/login/web');
  await login.fill(alice);
  await test.step('a tab that fails to load shows an error, and typing does not load it', async () => {
    await expect(toast).toHaveCount(0);
    await login.codeTab.click();
    await expect(toast).toBeVisible();
    await expect(login.passwordTab).toHaveAttribute('aria-selected', 'true');
    const requests = watchAssets(page, 'code-');
    await login.password.press('End');
    await login.password.pressSequentially('more');
    await expect(login.password).toHaveValue(`${alice.password}more`);
    expect(await requests()).toEqual([]);
    await unblock('code-');
  });

  await test.step('typing while a tab loads keeps the current tab', async () => {
    const release = await hold(page, '**/assets/code-*');
    const requested = page.waitForRequest('**/assets/code-*.js');
    await login.codeTab.click();
    const response = (await requested).response();
    await login.password.fill(alice.password);
    release();
    await (await response)!.finished();
    await waitBriefly();
    await expect(login.passwordTab).toHaveAttribute('aria-selected', 'true');
    await expect(login.password).toHaveValue(alice.password);
    expect(await page.evaluate(() => localStorage.getItem('preLoginWay'))).toBeNull();
  });

  await test.step('a tab that has loaded opens at once', async () => {
    await login.codeTab.click();
    await expect(login.codeTab).toHaveAttribute('aria-selected', 'true');
    await expect(login.account).toHaveValue(alice.account);
    // If the tab loaded only now, typing would keep the code tab.
    await login.passwordTab.click();
    await login.account.fill('someone@example.com');
  });
  await expect(login.passwordTab).toHaveAttribute('aria-selected', 'true');
});

test('during a sign-in request a click on another tab is ignored, and no other method can be started [LF-01] [LF-05]', async ({
  login,
  page,
  t,
}) => {
  await login.open();
  const release = await holdRequests(page, commitPassword.path);
  const commits = login.watchCommits();
  await login.fill(alice);
  await login.submit.click();
  await expect.poll(() => commits.length).toBe(1);
  await login.codeTab.click({ force: true });
  await waitForRequestEvents(page);
  await expect(login.passwordTab).toHaveAttribute('aria-selected', 'true');
  await expect(login.password).toHaveValue(alice.password);
  for (const name of [t('passkey.entry'), t('sso.entry'), t('wecom.entry')])
    await expect(page.getByRole('button', { name })).toBeDisabled();
  release();
  await page.waitForURL('**/home');
});
