import { expect, test, widths } from '../../fixtures/test.ts';
import { compose } from '../../support/input-method.ts';
import { newMobile } from '../../support/new-accounts.ts';

const byCode = { preLoginWay: 'authCode' };

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('six boxes are one field to a screen reader; phones offer digits, and the code from the message [VA-06] [LF-16]', async ({
    login,
    code,
    page,
    t,
  }) => {
    await login.open(byCode);
    await expect(code.input).toHaveAttribute('autocomplete', 'one-time-code');
    await expect(code.input).toHaveAttribute('inputmode', 'numeric');
    await expect(login.account).toHaveAttribute('autocomplete', 'username');
    await login.account.fill(newMobile());
    await code.input.fill('123456');
    await expect(page.getByRole('tabpanel', { name: t('login.tab.code') })).toMatchAriaSnapshot(`
        - textbox "${t('login.account.label')}"
        - alert
        - textbox "${t('login.code.placeholder')}": "123456"
        - alert
        - status
        - button "${t('code.get')}"
        - alert
        - button "${t('login.submitOrRegister')}"
      `);
    await expect(page.getByRole('textbox')).toHaveCount(2);
  });
});

test('a code is read as it is meant, however it was pasted; letters leave no trace, nor does a seventh digit [VA-06] [D-06]', async ({
  login,
  code,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await login.open(byCode);
  for (const pasted of ['123 456', ' 1 2 3 4 5 6', '１２３４５６', '123456\n', '123-456']) {
    await page.evaluate((text) => navigator.clipboard.writeText(text), pasted);
    await code.input.focus();
    await page.keyboard.press('ControlOrMeta+v');
    await expect(code.input, pasted).toHaveValue('123456');
    await code.input.fill('');
  }
  await page.evaluate(() => navigator.clipboard.writeText('【云章】Your code is 389317, valid for 5 minutes.'));
  await code.input.fill('12');
  await page.keyboard.press('ControlOrMeta+v');
  await expect(code.input, 'a whole message').toHaveValue('389317');
  await code.input.fill('');
  await compose(page, ['１', '１２', '１２３'], '１２３');
  await expect(code.input, 'by an input method').toHaveValue('123');
  await code.input.fill('');
  await code.input.pressSequentially('1a2b3c4d');
  await expect(code.input).toHaveValue('1234');
  await code.input.pressSequentially('5678');
  await expect(code.input).toHaveValue('123456');
});

test('what a phone fills in from the message signs in [VA-06]', async ({ login, code, outbox, page, t }) => {
  const mobile = newMobile();
  await login.open(byCode);
  await login.account.fill(mobile);
  await code.send();
  // Autofill sets the value as it came and tells the page that it did.
  await code.input.evaluate(
    (field: HTMLInputElement, value) => {
      field.value = value;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    },
    await outbox.code(mobile),
  );
  await login.submit.click();
  await expect(page.getByRole('button', { name: t('consent.agree') })).toBeVisible();
});

test('a browser that reads text messages fills the code in by itself [VA-06]', async ({
  login,
  code,
  outbox,
  page,
}) => {
  const mobile = newMobile();
  // Chromium on a desk reads no messages: this stands in for what a phone's would hand over.
  const arrived = outbox.code(mobile);
  await page.exposeFunction('codeOnPhone', () => arrived);
  await page.addInitScript(() => {
    Object.assign(window, { OTPCredential: {} });
    CredentialsContainer.prototype.get = async () => {
      const { codeOnPhone } = window as Window & { codeOnPhone?(): Promise<string> };
      return { id: '', type: 'otp', code: await codeOnPhone?.() };
    };
  });
  await login.open(byCode);
  await login.account.fill(mobile);
  await code.send();
  await expect(code.input).toHaveValue(await arrived);
  await expect(login.submit).toBeEnabled();
});

for (const width of ['desktop', 'phone'] as const) {
  test.describe(width, () => {
    test.use(widths[width]);

    test('each digit stands in the middle of its box [VA-06]', async ({ login, code, page }) => {
      await login.open(byCode);
      await code.input.fill('888888');
      const { boxes, share, start } = await code.input.evaluate((field: HTMLInputElement) => {
        const style = getComputedStyle(field);
        const ruler = document.createElement('canvas').getContext('2d')!;
        ruler.font = style.font;
        const digit = ruler.measureText('8').width;
        return {
          boxes: [...field.closest('label')!.querySelectorAll('[aria-hidden] > span')].map((box) => {
            const { x, width: wide } = box.getBoundingClientRect();
            return x + wide / 2 - field.getBoundingClientRect().x;
          }),
          start: Number.parseFloat(style.paddingLeft) + digit / 2,
          share: Number.parseFloat(style.letterSpacing) + digit,
        };
      });
      expect(boxes).toHaveLength(6);
      for (const [n, middle] of boxes.entries()) expect(Math.abs(start + n * share - middle)).toBeLessThan(1.5);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    });
  });
}
