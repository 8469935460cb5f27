import { startPasskeySignIn } from '@foyer/contract/flows/passkey';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { expect, test } from '../../fixtures/screen.ts';
import { methods } from '../../scripted/site-config.ts';
import { signedIn } from '../../scripted/usual-answers.ts';
import { hold, watchAssets } from '../../support/servers/calls.ts';
import { alice } from '../../support/people/people.ts';

const selected = ['aria-selected', 'true'] as const;

test('the password tab comes first, arrow keys change the tab, and both tabs share the account [LF-01] [LF-02] [LF-13] [LF-17]', async ({
  login,
  page,
  t,
}) => {
  await login.open();
  await expect(login.passwordTab.locator('..').getByRole('tab')).toHaveText([
    t('login.tab.password'),
    t('login.tab.code'),
  ]);
  await expect(login.passwordTab).toHaveAttribute(...selected);
  await expect(login.password).toBeVisible();
  await expect(login.account, 'the page opens with the focus on the account').toBeFocused();

  await login.account.fill('alice@example');
  await login.codeTab.click();
  await expect(login.codeTab).toHaveAttribute(...selected);
  await expect(login.codeTab, 'the focus stays where it is').toBeFocused();
  await login.passwordTab.click();
  await expect(login.account).toHaveValue('alice@example');

  await login.passwordTab.focus();
  await page.keyboard.press('ArrowRight');
  await expect(login.codeTab).toBeFocused();
  await expect(login.codeTab).toHaveAttribute(...selected);
  await page.keyboard.press('ArrowRight');
  await expect(login.passwordTab).toHaveAttribute(...selected);

  await test.step('a person who types while the tab changes goes on in the field of the new tab', async () => {
    await login.account.fill('138');
    // A click by a script leaves the focus in the field, like a click whose tab is shown only later.
    for (const tab of [login.codeTab, login.passwordTab]) {
      await tab.evaluate((link: HTMLElement) => link.click());
      await expect(tab).toHaveAttribute(...selected);
      await page.keyboard.type('0');
    }
    await expect(login.account).toHaveValue('13800');
  });
  await test.step('the SSO entry opens a dialog over the form [SH-04] [QP-04]', async () => {
    await page.getByRole('button', { name: t('sso.entry') }).click();
    await page.getByRole('dialog').waitFor();
    await expect(login.page.locator('input[name=account]')).toHaveCount(1);
  });
});

test('the URL selects the tab, then the last used one, and an unknown value selects the password tab [LF-02] [LF-03] [LF-04] [QP-03] [AC-51]', async ({
  login,
  page,
  context,
  site,
}) => {
  const keepTab = async (value: string) => {
    await page.evaluate((kept) => localStorage.setItem('preLoginWay', kept), value);
    await context.addCookies([{ name: 'preLoginWay', value: encodeURIComponent(value), url: page.url() }]);
  };
  await test.step('an unknown value in the URL or the storage', async () => {
    await login.open('preLoginWay=constructor');
    await expect(login.passwordTab).toHaveAttribute(...selected);
    await keepTab('AUTHCODE');
    await login.open();
    await expect(login.passwordTab).toHaveAttribute(...selected);
  });
  await test.step('the tab used last', async () => {
    await login.codeTab.click();
    await expect(login.codeTab).toHaveAttribute(...selected);
    expect(await page.evaluate(() => localStorage.getItem('preLoginWay'))).toBe('authCode');
    await login.open();
    await expect(login.codeTab).toHaveAttribute(...selected);
  });
  await test.step('a tab selected by the URL is remembered once it was used', async () => {
    await login.open('preLoginWay=user');
    await expect(login.passwordTab).toHaveAttribute(...selected);
    // The storage alone tells the tab too.
    await context.clearCookies();
    await login.open();
    await expect(login.codeTab).toHaveAttribute(...selected);
    await login.open('preLoginWay=user');
    site.answer(commitPassword, { is: 'wrongCredentials', data: { attemptsLeft: 4 } });
    await login.attempt(alice);
    await login.open();
    await expect(login.passwordTab).toHaveAttribute(...selected);
  });
});

test('a browser without local storage can change tabs and sign in [LF-04] [AC-51]', async ({ login, site }) => {
  const refuse = `get() { throw new DOMException('refused', 'SecurityError') }`;
  site.show({ script: `Object.defineProperty(window, 'localStorage', { ${refuse} })` });
  await login.open();
  for (const tab of [login.codeTab, login.passwordTab]) {
    await tab.click();
    await expect(tab).toHaveAttribute(...selected);
  }
  await login.signIn(alice);
});

test('a tab that fails to load shows an error once and loads on the next click, without interrupting typing [LF-01] [LF-17] [ER-03] [SH-13]', async ({
  login,
  code,
  page,
  clock,
  t,
}) => {
  const toast = page.getByRole('status').filter({ hasText: t('common.network') });
  const block = (file: string) => page.route(`**/assets/${file}*`, (route) => route.abort());
  const unblock = (file: string) => page.unroute(`**/assets/${file}*`);
  /** Waits until the page has handled what has arrived. */
  const settle = () => clock.run(0);
  await block('code-');
  await page.goto('/login/web?preLoginWay=authCode');
  await test.step('clicks on a field that fails to load show one error at a time', async () => {
    await login.account.fill(alice.account);
    await expect(toast).toBeVisible();
    for (const press of [1, 2]) {
      const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/code-'));
      await login.account.click();
      await failed;
      await settle();
      expect(await page.getByText(t('common.network')).count(), `after press ${press}`).toBe(1);
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
    await expect(login.passwordTab).toHaveAttribute(...selected);
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
    await settle();
    await expect(login.passwordTab).toHaveAttribute(...selected);
    await expect(login.password).toHaveValue(alice.password);
    expect(await page.evaluate(() => localStorage.getItem('preLoginWay'))).toBeNull();
  });
  await test.step('a tab that has loaded opens at once', async () => {
    await login.codeTab.click();
    await expect(login.codeTab).toHaveAttribute(...selected);
    await expect(login.account).toHaveValue(alice.account);
    // If the tab loaded only now, typing would keep the code tab.
    await login.passwordTab.click();
    await login.account.fill('someone@example.com');
    await expect(login.passwordTab).toHaveAttribute(...selected);
  });
});

test('during a sign-in request a click on another tab is ignored, and no other method can be started [LF-01] [LF-05]', async ({
  login,
  page,
  site,
  clock,
  t,
}) => {
  site.show({ config: { methods: { ...methods, passkey: true } } });
  site.answer(startPasskeySignIn, 'held');
  const respond = site.hold(commitPassword);
  await login.open();
  await login.fill(alice);
  await login.submit.click();
  await site.waitForCalls(commitPassword);
  await login.codeTab.click({ force: true });
  await clock.run(0);
  await expect(login.passwordTab).toHaveAttribute(...selected);
  await expect(login.password).toHaveValue(alice.password);
  for (const name of [t('passkey.entry'), t('sso.entry'), t('wecom.entry')])
    await expect(page.getByRole('button', { name })).toBeDisabled();
  respond({ is: 'done', data: signedIn });
  await page.waitForURL('**/home');
});
