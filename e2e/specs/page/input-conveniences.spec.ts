import type { Page } from '@playwright/test';
import { expect, languageWidths, test, widths } from '../../fixtures/test.ts';
import { bodiesOf, watchCalls } from '../../support/calls.ts';
import { newEmail, newMobile } from '../../support/new-accounts.ts';
import { alice } from '../../support/people.ts';

const codeTab = { preLoginWay: 'authCode' };

const spaced = (mobile: string) => `+86 ${mobile.slice(0, 3)}-${mobile.slice(3, 7)} ${mobile.slice(7)}`;
const fullWidth = (mobile: string) => mobile.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + +digit));

for (const [form, format] of [
  ['sign-in', spaced],
  ['registration', fullWidth],
] as const) {
  test(`a mobile number in another format gets its code at ${form} [VA-01] [D-05]`, async ({
    login,
    register,
    code,
    outbox,
    page,
  }) => {
    const mobile = newMobile();
    await (form === 'sign-in' ? login.open(codeTab) : register.open());
    const calls = watchCalls(page);
    await login.account.fill(format(mobile));
    await code.send();
    expect(bodiesOf(calls, '/sender/mobile/v3')).toMatchObject([{ principal: mobile }]);
    await outbox.code(mobile);
  });
}

test('an e-mail address in capitals and full width gets its code [VA-01] [D-05]', async ({ login, code, outbox }) => {
  const email = newEmail();
  await login.open(codeTab);
  await login.account.fill(` ${email.toUpperCase().replace('@', '＠')} `);
  await code.send();
  await outbox.code(email);
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
      for (const open of [() => login.open(), () => login.open(codeTab), () => register.open()]) {
        await open();
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

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('Caps Lock is shown while a password is typed [LF-11]', async ({ login, register, page, t }) => {
    for (const [open, field] of [
      [() => login.open(), login.password],
      [() => register.open(), register.password],
    ] as const) {
      await open();
      await field.focus();
      await press(page, 'KeyA', true);
      await expect(page.getByText(t('login.password.capsLock'))).toBeVisible();
      await expect(field).toHaveAccessibleDescription(t('login.password.capsLock'));
      await press(page, 'KeyA', false);
      await expect(page.getByText(t('login.password.capsLock'))).toHaveCount(0);
    }
  });
});

test('a known e-mail domain gets no offer, nor does any when the list cannot be loaded [VA-01]', async ({
  login,
  page,
  allowErrors,
  t,
}) => {
  allowErrors(/ERR_FAILED/);
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
  for (const address of ['mei@gmail.com', 'mei@qq.com', 'mei@example.com', alice.account]) {
    await login.account.fill(address);
    await login.account.blur();
    await expect(offer).toHaveCount(0);
  }
});

test('a password that is easy to guess is rejected, whatever makes it so [RG-10]', async ({ register, outbox, t }) => {
  const email = newEmail();
  await register.open();
  await register.fill({ account: email, password: 'Password123' }, outbox);
  for (const guess of ['Password123', 'Yunzhang2026', 'qwertyuiop123', `${email.split('@')[0]}123`]) {
    await register.password.fill(guess);
    await register.repeatPassword.fill(guess);
    await expect(register.errors, guess).toHaveCount(0);
    await register.submit.click();
    await expect(register.errors, guess).toHaveText([t.refusal('commonPassword')]);
  }
});

test('the typed account follows from page to page [LF-13] [LF-17] [RG-05]', async ({
  login,
  register,
  page,
  context,
  t,
}) => {
  const account = 'some.one+tag@example.com';
  await login.open();
  await login.account.fill(account);
  for (const name of [t('login.forgotPassword'), t('login.forgotAccount')]) {
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name }).click();
    const tab = await opened;
    const field = tab.getByRole('textbox', { name: t('login.account.label') });
    await expect(field).toHaveValue(account);
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
  await page.getByRole('link', { name: t('login.registerNow') }).click();
  await expect(register.account).toHaveValue(account);
  await register.back.click();
  await expect(login.passwordTab).toHaveAttribute('aria-selected', 'true');
  await expect(login.account).toHaveValue(account);
});

test('on a PC the page opens with the focus on the account, or on the password when the account is known [LF-13]', async ({
  login,
}) => {
  await login.open();
  await expect(login.account).toBeFocused();
  await login.open({ localAccount: alice.account });
  await expect(login.password).toBeFocused();
  await test.step('another tab leaves the focus where it is', async () => {
    await login.codeTab.click();
    await expect(login.codeTab).toHaveAttribute('aria-selected', 'true');
    await expect(login.codeTab).toBeFocused();
  });
});

/** Presses a key with Caps Lock on or off. */
async function press(page: Page, code: string, capsLock: boolean) {
  await page.evaluate(
    ([pressed, on]) => {
      const event = new KeyboardEvent('keyup', {
        key: on ? 'A' : 'a',
        code: pressed,
        bubbles: true,
        modifierCapsLock: on,
      });
      document.activeElement!.dispatchEvent(event);
    },
    [code, capsLock] as const,
  );
}
