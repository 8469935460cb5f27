import { commitPassword } from '@foyer/contract/flows/password-login';
import { expect, test } from '../../fixtures/screen.ts';
import { alice } from '../../support/people/people.ts';

test('account and principal fix the account and show no QR code; localAccount fills in an editable one [QP-01] [QP-02] [LF-13]', async ({
  login,
  page,
  site,
  t,
}) => {
  const qrCode = page.getByRole('region', { name: t('qr.title') });
  const [a, b, c] = ['a@example.com', 'b@example.com', 'c@example.com'];
  await test.step('the account wins over the others', async () => {
    await login.open({ localAccount: c, principal: b, account: ` ${a} `, hideLanguageButton: '1' });
    await expect(login.account).toHaveValue(a);
    await expect(login.account).not.toBeEditable();
    await expect(login.account).toHaveAccessibleDescription(t('login.account.locked'));
    await expect(qrCode).toHaveCount(0);
    await test.step('hideLanguageButton hides the language selector [QP-08] [SH-06]', () =>
      expect(login.languageSelect).toHaveCount(0));
  });
  await test.step('then the principal', async () => {
    await login.open({ localAccount: c, principal: b, hideLanguageButton: 'false' });
    await expect(login.languageSelect).toBeVisible();
    await expect(login.account).toHaveValue(b);
    await expect(login.account).not.toBeEditable();
    await expect(qrCode).toHaveCount(0);
    await login.password.fill(alice.password);
    await login.submit.click();
    await page.waitForURL('**/home');
    expect(site.bodiesOf(commitPassword)).toMatchObject([{ principal: b }]);
  });
  await test.step('localAccount can be changed', async () => {
    await login.open({ localAccount: ` ${c} ` });
    await expect(login.account).toHaveValue(c);
    await expect(login.password, 'the account is known').toBeFocused();
    await expect(qrCode).toBeVisible();
    await login.signIn({ ...alice, account: a });
    expect(site.bodiesOf(commitPassword).at(-1)).toMatchObject({ principal: a });
  });
});

const markup = '<img src=x onerror="window.pwned=1">';
const encoded = encodeURIComponent(markup);
/** `page-url.test.ts` tries any text. */
const junk: Record<string, string> = {
  'names without values, and again with one':
    'localAccount&account&principal&preLoginWay&redirectUrl&preLoginId&accessCode&localAccount=b&preLoginWay=authCode&redirectUrl=//evil.test',
  'markup, lists and objects': `account=${encoded}&preLoginWay=${encoded}&hideLanguageButton=${encoded}&localAccount[]=a&localAccount[b]=c&preLoginWay[]=authCode&account[__proto__][x]=1&__proto__[x]=1&__proto__.x=1&constructor[prototype][x]=1`,
  'a very long value, broken encoding, control characters and lone surrogates': `localAccount=%E4%BD%00%0d%0aSet-Cookie:x${'a'.repeat(6000)}&preLoginWay=%&cusRedirectUrl=${'/'.repeat(6000)}&redirectUrl=%09//evil.test%ED%B0%80`,
};

test('no query string breaks the page, and markup fixes no account [QP-02] [QP-09] [AC-46] [AC-55]', async ({
  login,
  page,
}) => {
  for (const [name, query] of Object.entries(junk)) {
    await test.step(name, async () => {
      await page.goto(`/login/web?${query}`);
      await login.waitForHydration();
      if (name.startsWith('markup')) await expect(login.account).toHaveValue(markup);
      await login.signIn(alice);
      const marks = await page.evaluate(() => [Reflect.get(window, 'pwned'), Reflect.get({}, 'x')]);
      expect(marks).toEqual([undefined, undefined]);
    });
  }
});
