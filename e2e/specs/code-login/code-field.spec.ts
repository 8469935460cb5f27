import { expect, test, widths } from '../../fixtures/test.ts';
import { compose } from '../../support/input-method.ts';
import { newMobile } from '../../support/new-accounts.ts';

const codeTab = { preLoginWay: 'authCode' };

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('six boxes are one field for screen readers, with a numeric keyboard and autofill on phones [VA-06] [LF-16]', async ({
    login,
    code,
    page,
    t,
  }) => {
    await login.open(codeTab);
    await expect(code.input).toHaveAttribute('autocomplete', 'one-time-code');
    await expect(code.input).toHaveAttribute('inputmode', 'numeric');
    await expect(login.account).toHaveAttribute('autocomplete', 'username webauthn');
    await login.account.fill(newMobile());
    await code.send();
    await code.input.fill('123456');
    await expect(page.getByRole('tabpanel', { name: t('login.tab.code') })).toMatchAriaSnapshot(`
        - textbox "${t('login.account.label')}"
        - alert
        - textbox "${t('code.labelSent')}": "123456"
        - button /.+/
        - alert
        - status
        - alert
        - button "${t('login.submitOrRegister')}"
      `);
    await expect(page.getByRole('textbox')).toHaveCount(2);
  });
});

test('digits are taken from whatever is pasted or typed, and nothing else [VA-06] [D-06]', async ({
  login,
  code,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await login.open(codeTab);
  await test.step('pasted digits', async () => {
    for (const pasted of ['123 456', ' 1 2 3 4 5 6', '１２３４５６', '123456\n', '123-456']) {
      await page.evaluate((text) => navigator.clipboard.writeText(text), pasted);
      await code.input.focus();
      await page.keyboard.press('ControlOrMeta+v');
      await expect(code.input, pasted).toHaveValue('123456');
      await code.input.fill('');
    }
  });
  await test.step('a pasted message', async () => {
    await page.evaluate(() => navigator.clipboard.writeText('【云章】Your code is 389317, valid for 5 minutes.'));
    await code.input.fill('12');
    await page.keyboard.press('ControlOrMeta+v');
    await expect(code.input, 'a whole message').toHaveValue('389317');
  });
  await test.step('an input method', async () => {
    await code.input.fill('');
    await compose(page, ['１', '１２', '１２３'], '１２３');
    await expect(code.input, 'by an input method').toHaveValue('123');
  });
  await test.step('letters and further digits are ignored', async () => {
    await code.input.fill('');
    await code.input.pressSequentially('1a2b3c4d');
    await expect(code.input).toHaveValue('1234');
    await code.input.pressSequentially('5678');
    await expect(code.input).toHaveValue('123456');
  });
});

test('a code that a phone fills in from the message signs in [VA-06]', async ({ login, code, consent, outbox }) => {
  const mobile = newMobile();
  await login.open(codeTab);
  await login.account.fill(mobile);
  await code.send();
  // Autofill sets the value and dispatches an input event.
  await code.input.evaluate(
    (field: HTMLInputElement, value) => {
      field.value = value;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    },
    await outbox.code(mobile),
  );
  await login.submit.click();
  await expect(consent.agree).toBeVisible();
});

test('a browser with the WebOTP API fills in the code by itself [VA-06]', async ({ login, code, outbox, page }) => {
  const mobile = newMobile();
  // Chromium on a desktop has no WebOTP API; this replaces the one of a phone.
  const delivered = outbox.code(mobile);
  await page.exposeFunction('codeOnPhone', () => delivered);
  await page.addInitScript(() => {
    Object.assign(window, { OTPCredential: {} });
    CredentialsContainer.prototype.get = async () => {
      const { codeOnPhone } = window as Window & { codeOnPhone?(): Promise<string> };
      return { id: '', type: 'otp', code: await codeOnPhone?.() };
    };
  });
  await login.open(codeTab);
  await login.account.fill(mobile);
  await code.send();
  await expect(code.input).toHaveValue(await delivered);
  await expect(login.submit).toBeEnabled();
});

for (const width of ['desktop', 'phone'] as const) {
  test.describe(width, () => {
    test.use(widths[width]);

    test('each digit is in a box of its own, in two groups of three [VA-06]', async ({ login, code, page }) => {
      await login.open(codeTab);
      await login.account.fill(newMobile());
      await code.send();
      await code.input.fill('135790');
      const boxes = code.input.locator('xpath=..').locator('[aria-hidden] > span');
      await expect(boxes).toHaveText(['1', '3', '5', '7', '9', '0']);
      const edges = await boxes.evaluateAll((all) => all.map((box) => box.getBoundingClientRect()));
      const gaps = edges.slice(1).map(({ left }, n) => Math.round(left - edges[n]!.right));
      expect(gaps).toEqual([8, 8, 16, 8, 8]);
      await code.input.press('Home');
      await expect(boxes.first(), 'the box at the caret is marked').toHaveAttribute('data-active');
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    });
  });
}
