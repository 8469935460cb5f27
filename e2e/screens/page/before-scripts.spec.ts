import { commitPassword } from '@foyer/contract/flows/password-login';
import { sendCodeToMobile } from '@foyer/contract/flows/send-code';
import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures/screen.ts';
import { hold } from '../../support/servers/calls.ts';
import { alice } from '../../support/people/people.ts';

/** Opens a page and holds back its scripts until the returned function is called. */
async function openWithoutScripts(page: Page, path: string) {
  await page.unrouteAll({ behavior: 'wait' });
  const release = await hold(page, '**/assets/*.js');
  await page.goto(path, { waitUntil: 'commit' });
  return release;
}

test('typing continues while the page hydrates, and the language can be selected [LF-05] [SH-07]', async ({
  login,
  page,
}) => {
  const releaseScripts = await openWithoutScripts(page, '/login/web');
  await login.languageSelect.selectOption('zh-CN');
  await login.account.pressSequentially(alice.account.slice(0, 5));
  releaseScripts();
  await login.account.pressSequentially(alice.account.slice(5), { delay: 20 });
  await login.waitForHydration();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(login.account).toHaveValue(alice.account);
  await expect(login.account).toBeFocused();
});

test('an account in the URL does not replace what was typed [QP-01]', async ({ login, page }) => {
  const proposed = 'someone@example.com';
  for (const [act, value] of [
    [() => login.account.fill(alice.account), alice.account],
    [() => login.account.focus(), proposed],
  ] as const) {
    const releaseScripts = await openWithoutScripts(page, `/login/web?localAccount=${encodeURIComponent(proposed)}`);
    await act();
    releaseScripts();
    await login.waitForHydration();
    await expect(login.account).toHaveValue(value);
    await page.evaluate(() => sessionStorage.clear());
  }
  // The account is known now: the person continues with the password.
  await page.keyboard.type(alice.password);
  await expect(login.password).toHaveValue(alice.password);
});

test('a clicked tab opens when its script has loaded, and what was typed stays [LF-02] [LF-17] [QR-02]', async ({
  login,
  qrCode,
  page,
}) => {
  const path = '/login/web?redirectUrl=/home';
  await test.step('a tab of the form', async () => {
    const releaseForm = await openWithoutScripts(page, path);
    await login.account.fill(alice.account);
    await login.codeTab.click();
    releaseForm();
    await expect(login.codeTab).toHaveAttribute('aria-selected', 'true');
    await expect(login.account).toHaveValue(alice.account);
    await expect(page).toHaveURL(path);
  });
  await test.step('a tab of the QR code', async () => {
    const releaseQrCode = await openWithoutScripts(page, path);
    await qrCode.tabs.alipay.click();
    await login.account.pressSequentially('!');
    releaseQrCode();
    await expect(qrCode.tabs.alipay).toHaveAttribute('aria-selected', 'true');
    await expect(qrCode.picture('alipay')).toBeVisible();
    await expect(page).toHaveURL(path);
    await login.passwordTab.click();
    await expect(login.account).toHaveValue('!');
  });
});

test('the last clicked button acts when the scripts have loaded, unless another action followed [LF-06] [CS-04] [PG-05]', async ({
  login,
  code,
  page,
  site,
  t,
}) => {
  const codeTab = '/login/web?preLoginWay=authCode';
  await test.step('the last of two buttons acts, once', async () => {
    const releaseForm = await openWithoutScripts(page, codeTab);
    await login.account.fill(alice.account);
    await page.getByRole('button', { name: t('sso.entry') }).click();
    await code.button.dblclick();
    releaseForm();
    await code.sentTo.waitFor();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(site.callsOf(sendCodeToMobile)).toHaveLength(1);
    await page.evaluate(() => sessionStorage.clear());
  });
  await test.step('a click that was followed by another action is dropped', async () => {
    const releaseForm = await openWithoutScripts(page, codeTab);
    await login.account.fill(alice.account);
    await code.button.click();
    await login.account.click();
    releaseForm();
    await code.input.fill('123456');
    await expect(login.submit, 'the form is hydrated').toBeEnabled();
    expect(site.callsOf(sendCodeToMobile)).toHaveLength(1);
    await code.send();
    expect(site.callsOf(sendCodeToMobile)).toHaveLength(2);
  });
  await test.step('a button of another page', async () => {
    const releaseHint = await openWithoutScripts(page, '/cookieHint?redirectUrl=/home');
    await page.getByRole('button', { name: t('cookie.retry') }).click();
    releaseHint();
    await page.waitForURL('**/login/web?redirectUrl=/home');
  });
});

test('the button of a filled form can be pressed, or Enter, before the scripts; it shows that, and signs in once when they are there [LF-05] [LF-06]', async ({
  login,
  page,
  site,
}) => {
  for (const press of [() => login.submit.click(), () => login.password.press('Enter')]) {
    const releaseForm = await openWithoutScripts(page, '/login/web');
    await expect(login.submit).toBeDisabled();
    await login.account.fill(alice.account);
    await expect(login.submit).toBeDisabled();
    await login.password.fill(alice.password);
    await expect(login.submit).toBeEnabled();
    const before = site.callsOf(commitPassword).length;
    await press();
    await expect(login.submit).toHaveAttribute('data-pressed');
    expect(site.callsOf(commitPassword)).toHaveLength(before);
    releaseForm();
    await page.waitForURL('**/home');
    expect(site.callsOf(commitPassword)).toHaveLength(before + 1);
    await page.evaluate(() => sessionStorage.clear());
  }
});

test('a press that an edit or another press follows before the scripts does not sign in [LF-06]', async ({
  login,
  page,
  site,
  clock,
}) => {
  for (const act of [() => login.password.pressSequentially('7'), () => login.account.click()]) {
    const releaseForm = await openWithoutScripts(page, '/login/web');
    await login.fill(alice);
    await login.password.press('Enter');
    await act();
    await expect(login.submit).not.toHaveAttribute('data-pressed');
    releaseForm();
    await login.waitForHydration();
    await expect(login.submit).toBeEnabled();
    await clock.settle();
    expect(site.callsOf(commitPassword)).toEqual([]);
  }
});

test('a link passes on what was typed and the redirect [QP-01] [QP-07]', async ({ login, page, t }) => {
  const redirectUrl = 'https://workspace.example.com/box?a=1&b=2';
  await openWithoutScripts(page, `/login/web?${new URLSearchParams({ redirectUrl })}`);
  await login.account.fill(' 13912340000 ');
  await page.getByRole('link', { name: t('login.registerNow') }).click();
  await page.waitForURL('**/regist?*', { waitUntil: 'commit' });
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ localAccount: '13912340000', redirectUrl });
});
