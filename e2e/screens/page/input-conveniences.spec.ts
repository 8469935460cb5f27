import { agree } from '@foyer/contract/flows/agreement';
import { registerAccount } from '@foyer/contract/flows/register';
import { sendCodeToEmail, sendCodeToMobile } from '@foyer/contract/flows/send-code';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { expect, languageWidths, test, widths } from '../../fixtures/screen.ts';
import type { LoginPage } from '../../pages/login-page.ts';
import { expectCapsLockShown } from '../../support/page/caps-lock.ts';
import { alice } from '../../support/people/people.ts';

const codeTab = { preLoginWay: 'authCode' };

test('an account in another format gets its code [VA-01] [D-05]', async ({ login, register, code, site }) => {
  for (const [open, typed] of [
    [() => login.open(codeTab), '+86 139-1234 ００００'],
    [() => register.open(), ' MEI＠EXAMPLE.COM '],
  ] as const) {
    await open();
    await login.account.fill(typed);
    await code.send();
  }
  expect(site.bodiesOf(sendCodeToMobile)).toMatchObject([{ principal: '13912340000' }]);
  expect(site.bodiesOf(sendCodeToEmail)).toMatchObject([{ principal: 'mei@example.com' }]);
});

test('on a PC one can type into the first field at once, on every page with an account', async ({
  register,
  retrievePassword,
  findAccount,
  page,
}) => {
  for (const form of [register, retrievePassword, findAccount]) {
    await form.open();
    await page.keyboard.type('mei@');
    await expect(form.account).toHaveValue('mei@');
  }
});

for (const { language, width } of languageWidths) {
  test.describe(`${language}, ${width}`, () => {
    test.use({ locale: language, ...widths[width] });

    test('a mistyped e-mail domain is offered corrected, and changed only on a click [VA-01]', async ({
      login,
      register,
      page,
      t,
    }) => {
      for (const show of [() => login.open(), () => showCodeTab(login), () => register.open()]) {
        await show();
        await login.account.fill('mei@gmial.com');
        const nextField = page.getByRole('textbox').nth(1);
        const before = await nextField.boundingBox();
        await login.account.blur();
        const offer = page.getByRole('button', { name: t('login.account.meant', { address: 'mei@gmail.com' }) });
        await expect(offer).toBeVisible();
        expect(await nextField.boundingBox(), 'the offer moves nothing').toEqual(before);
        await expect(login.account).toHaveAccessibleDescription(t('login.account.meant', { address: 'mei@gmail.com' }));
        await expect(login.account).toHaveValue('mei@gmial.com');
        await offer.click();
        await expect(login.account).toHaveValue('mei@gmail.com');
        await expect(offer).toHaveCount(0);
      }
    });
  });
}

test('a known e-mail domain gets no offer, nor does any when the list cannot be loaded [VA-01]', async ({
  login,
  page,
  t,
}) => {
  await page.route('**/mail-typos*', (route) => route.abort());
  await login.open();
  const lost = page.waitForEvent('requestfailed');
  await login.account.fill('mei@gmial.com');
  await login.account.blur();
  await lost;
  await page.unroute('**/mail-typos*');
  await page.reload();
  const offer = page.getByRole('button', { name: t.prefix('login.account.meant') });
  // The page continues with the password, and looks at the account that it has kept.
  await expect(offer).toBeVisible();
  for (const address of ['mei@gmail.com', alice.account]) {
    await login.account.fill(address);
    await login.account.blur();
    await expect(offer).toHaveCount(0);
  }
});

test('a password that is easy to guess is rejected until another one is typed, and Caps Lock is shown meanwhile [RG-10] [LF-11]', async ({
  register,
  page,
  site,
  t,
}) => {
  site.answer(registerAccount, { is: 'commonPassword' }, { is: 'done', data: { ouid: 'account-1' } });
  site.answer(agree, { is: 'done', data: {} });
  await register.open();
  await register.account.fill('mei@example.com');
  await register.code.send();
  await register.code.input.fill('123456');
  await register.agreement.check();
  await register.password.focus();
  await expectCapsLockShown(page, register.password);
  for (const password of ['Password123', 'Quiet-Harbour-7']) {
    await register.password.fill(password);
    await register.repeatPassword.fill(password);
    await expect(register.errors).toHaveCount(0);
    await register.submit.click();
    if (password !== 'Password123') continue;
    await expect(register.errors).toHaveText([t.refusal('commonPassword')]);
    await expect(register.password).toHaveAccessibleDescription(t.refusal('commonPassword'));
  }
  await page.waitForURL('**/regist/success*');
});

test('links lead to registration and to the recovery of account and password, and the typed account follows [LF-13] [LF-17] [RG-05]', async ({
  login,
  register,
  page,
  context,
  t,
}) => {
  const account = 'some.one+tag@example.com';
  await login.open();
  const registration = page.getByRole('link', { name: t('login.registerNow') });
  await expect(registration).toHaveAttribute('href', pageRoutes.register);
  await login.account.fill(account);
  for (const [name, path] of [
    [t('login.forgotPassword'), pageRoutes.retrieve],
    [t('login.forgotAccount'), pageRoutes.findAccount],
  ] as const) {
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name }).click();
    const tab = await opened;
    const field = tab.getByRole('textbox').first();
    await expect(field).toHaveValue(account);
    expect(new URL(tab.url()).pathname).toBe(path);
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    // The link back passes on the changed account.
    await field.fill(`${name.length}${account}`);
    await tab.getByRole('link', { name: t('back.signIn') }).click();
    await tab.waitForURL('**/login/web?*');
    await expect(field).toHaveValue(`${name.length}${account}`);
    await tab.close();
  }
  await login.codeTab.click();
  await expect(login.codeTab).toHaveAttribute('aria-selected', 'true');
  await expect(login.account).toHaveValue(account);
  await login.passwordTab.click();
  await registration.click();
  await expect(register.account).toHaveValue(account);
  await register.back.click();
  await expect(login.passwordTab).toHaveAttribute('aria-selected', 'true');
  await expect(login.account).toHaveValue(account);
});

async function showCodeTab(login: LoginPage) {
  await login.codeTab.click();
  await expect(login.codeTab).toHaveAttribute('aria-selected', 'true');
}
