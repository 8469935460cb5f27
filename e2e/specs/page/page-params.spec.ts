import { expect, test } from '../../fixtures/test.ts';
import { hold } from '../../support/calls.ts';
import { alice } from '../../support/people.ts';

const qrTitle = /扫码登录|Scan to sign in/;

for (const name of ['account', 'principal']) {
  test(`the parameter ${name} fixes the account and shows no QR code [QP-01] [QP-02]`, async ({ login, page, t }) => {
    await login.open({ [name]: ` ${alice.account} ` });
    await expect(login.account).toHaveValue(alice.account);
    await expect(login.account).not.toBeEditable();
    await expect(login.account).toHaveAccessibleDescription(t('login.account.locked'));
    await expect(page.getByRole('region', { name: qrTitle })).toHaveCount(0);
    await login.password.fill(alice.password);
    await login.submit.click();
    await page.waitForURL('**/home');
  });
}

test('localAccount fills in an editable account, and account and principal win over it [QP-01] [QP-02]', async ({
  login,
  page,
}) => {
  await login.open({ localAccount: 'c@example.com', principal: 'b@example.com', account: 'a@example.com' });
  await expect(login.account).toHaveValue('a@example.com');
  await login.open({ localAccount: 'c@example.com', principal: 'b@example.com' });
  await expect(login.account).toHaveValue('b@example.com');

  await login.open({ localAccount: ` ${alice.account} ` });
  await expect(login.account).toHaveValue(alice.account);
  await expect(page.getByRole('region', { name: qrTitle })).toBeVisible();
  await login.account.fill('');
  await login.signIn({ ...alice, account: 'alice@example.com' });
});

test('an account in the URL does not replace what was typed before the script loaded [QP-01]', async ({
  login,
  page,
}) => {
  const proposed = 'someone@example.com';
  for (const [act, value] of [
    [() => login.account.fill(alice.account), alice.account],
    [() => login.account.focus(), proposed],
  ] as const) {
    const release = await hold(page, '**/assets/*.js');
    await page.goto(`/login/web?localAccount=${encodeURIComponent(proposed)}`, { waitUntil: 'commit' });
    await act();
    release();
    await login.waitForHydration();
    await expect(login.account).toHaveValue(value);
    await page.unrouteAll({ behavior: 'wait' });
    await page.evaluate(() => sessionStorage.clear());
  }
  // The account is known now: the person continues with the password.
  await page.keyboard.type(alice.password);
  await expect(login.password).toHaveValue(alice.password);
});

test('hideLanguageButton hides the language selector [QP-08] [SH-06]', async ({ login }) => {
  await login.open();
  await expect(login.languageSelect).toBeVisible();
  await login.open('hideLanguageButton=1');
  await expect(login.languageSelect).toHaveCount(0);
  await login.open('hideLanguageButton=false');
  await expect(login.languageSelect).toBeVisible();
});

const markup = '<img src=x onerror="window.pwned=1">';
const junk: Record<string, string> = {
  'every name twice':
    'localAccount=a&localAccount=b&preLoginWay=user&preLoginWay=authCode&redirectUrl=/home&redirectUrl=//evil.test',
  'every value empty': 'localAccount=&account=&principal=&preLoginWay=&redirectUrl=&cusRedirectUrl=&accessCode=',
  'names without values': 'localAccount&account&principal&preLoginWay&redirectUrl&preLoginId&accessCode',
  'a very long value': `localAccount=${'a'.repeat(6000)}&redirectUrl=${'/'.repeat(6000)}`,
  markup: `localAccount=${encodeURIComponent(markup)}&preLoginWay=${encodeURIComponent(markup)}&hideLanguageButton=${encodeURIComponent(markup)}`,
  'lists and objects':
    'localAccount[]=a&localAccount[b]=c&preLoginWay[]=authCode&__proto__[x]=1&constructor[prototype][x]=1',
  'wrong types': 'localAccount=null&preLoginWay=NaN&redirectUrl=undefined&hideLanguageButton=[object Object]',
  'broken encoding': 'localAccount=%E4%BD&preLoginWay=%&redirectUrl=%ff%fe',
  'control characters': 'localAccount=%00%0d%0aSet-Cookie:x&preLoginWay=%00&redirectUrl=%09//evil.test',
  'lone surrogates': 'localAccount=%ED%A0%80&redirectUrl=%ED%B0%80',
  'nothing but signs': '&&==&?&#',
};

test('no query string breaks the page [QP-09]', async ({ login, page }) => {
  for (const [name, query] of Object.entries(junk)) {
    await test.step(name, async () => {
      await page.goto(`/login/web?${query}`);
      await login.waitForHydration();
      await login.passwordTab.click();
      await login.fill(alice);
      await login.submit.click();
      await page.waitForURL((url) => url.pathname !== '/login/web' || url.search === '');
      const marks = await page.evaluate(() => [Reflect.get(window, 'pwned'), Reflect.get({}, 'x')]);
      expect(marks).toEqual([undefined, undefined]);
      // The page would otherwise offer the account that was used before, instead of the form.
      await page.goto('about:blank');
      await page.context().clearCookies();
    });
  }
});

test('markup in an account parameter is shown as text and fixes nothing [QP-02] [QP-09] [AC-46]', async ({
  login,
  page,
}) => {
  await login.open({ account: markup });
  await expect(login.account).toHaveValue(markup);
  await expect(login.account).toBeEditable();
  await expect(page.getByRole('region', { name: qrTitle })).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'pwned'))).toBeUndefined();
});
