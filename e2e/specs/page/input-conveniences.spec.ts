import type { Page } from '@playwright/test';
import { expect, languageWidths, test, widths } from '../../fixtures/test.ts';
import { bodiesOf, watchCalls } from '../../support/calls.ts';
import { newEmail, newMobile } from '../../support/new-accounts.ts';
import { alice } from '../../support/people.ts';

const byCode = { preLoginWay: 'authCode' };

const spaced = (mobile: string) => `+86 ${mobile.slice(0, 3)}-${mobile.slice(3, 7)} ${mobile.slice(7)}`;
const fullWidth = (mobile: string) => mobile.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + +digit));

for (const [where, spell] of [
  ['sign-in', spaced],
  ['registration', fullWidth],
] as const) {
  test(`a number in another spelling gets its code at ${where} [VA-01] [D-05]`, async ({
    login,
    register,
    code,
    outbox,
    page,
  }) => {
    const mobile = newMobile();
    await (where === 'sign-in' ? login.open(byCode) : register.open());
    const calls = watchCalls(page);
    await login.account.fill(spell(mobile));
    await code.send();
    expect(bodiesOf(calls, '/sender/mobile/v3')).toMatchObject([{ principal: mobile }]);
    await outbox.code(mobile);
  });
}

test('an address in capitals and full width gets its code [VA-01] [D-05]', async ({ login, code, outbox }) => {
  const email = newEmail();
  await login.open(byCode);
  await login.account.fill(` ${email.toUpperCase().replace('@', '＠')} `);
  await code.send();
  await outbox.code(email);
});

for (const { language, width } of languageWidths) {
  test.describe(`${language}, ${width}`, () => {
    test.use({ locale: language, ...widths[width] });

    test('a mistyped mail domain is offered right, and only offered [VA-01]', async ({ login, register, page, t }) => {
      for (const open of [() => login.open(), () => login.open(byCode), () => register.open()]) {
        await open();
        await login.account.fill('mei@gmial.com');
        await login.account.blur();
        const offer = page.getByRole('button', { name: t('login.account.meant', { address: 'mei@gmail.com' }) });
        await expect(offer).toBeVisible();
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

  test('Caps Lock is told while a password is typed [LF-11]', async ({ login, register, page, t }) => {
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

test('a good mail domain is left alone, and any while nothing can be looked up [VA-01]', async ({
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
  await login.waitForHydration();
  const buttons = page.getByRole('tabpanel', { name: t('login.tab.password') }).getByRole('button');
  const before = await buttons.count();
  for (const address of ['mei@gmail.com', 'mei@qq.com', 'mei@example.com', alice.account]) {
    await login.account.fill(address);
    await login.account.blur();
    await expect(buttons).toHaveCount(before);
  }
});

test('a password that is easily guessed is refused with the reason, whatever makes it so [RG-10]', async ({
  register,
  outbox,
  t,
}) => {
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

test('the account that one typed follows from page to page [LF-13] [LF-17] [RG-05]', async ({
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
    // And back, as it is by then.
    await field.fill(`${name.length}${account}`);
    await tab.getByRole('link', { name: t('back.signIn') }).click();
    await tab.waitForURL('**/login/web?*');
    await expect(field).toHaveValue(`${name.length}${account}`);
    await tab.close();
  }
  await login.codeTab.click();
  await expect(login.account).toHaveValue(account);
  await page.getByRole('link', { name: t('login.registerNow') }).click();
  await expect(register.account).toHaveValue(account);
  await register.back.click();
  await expect(login.codeTab).toHaveAttribute('aria-selected', 'true');
  await expect(login.account).toHaveValue(account);
});

/** Presses a key as a keyboard does whose Caps Lock is on, or off. */
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
