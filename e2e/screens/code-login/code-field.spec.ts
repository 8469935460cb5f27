import { verifyCode } from '@foyer/contract/flows/send-code';
import { expect, test, widths } from '../../fixtures/screen.ts';
import { compose } from '../../support/input-method.ts';

const codeTab = { preLoginWay: 'authCode' };
const mobile = '13812345678';

test('digits are taken from whatever is pasted, typed or filled in by a phone, and nothing else [VA-06] [D-06]', async ({
  login,
  code,
  page,
  site,
}) => {
  const paste = async (text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await code.input.focus();
    await page.keyboard.press('ControlOrMeta+v');
  };
  await login.open(codeTab);
  await test.step('pasted digits', async () => {
    await paste('１２３-456\n');
    await expect(code.input).toHaveValue('123456');
  });
  await test.step('a pasted message', async () => {
    await code.input.fill('12');
    await paste('【云章】Your code is 389317, valid for 5 minutes.');
    await expect(code.input).toHaveValue('389317');
  });
  await test.step('an input method', async () => {
    await code.input.fill('');
    await compose(page, ['１', '１２', '１２３'], '１２３');
    await expect(code.input).toHaveValue('123');
  });
  await test.step('letters and further digits are ignored', async () => {
    await code.input.fill('');
    await code.input.pressSequentially('1a2b3c4d');
    await expect(code.input).toHaveValue('1234');
    await code.input.pressSequentially('5678');
    await expect(code.input).toHaveValue('123456');
  });
  await test.step('a browser with the WebOTP API fills in the code by itself', async () => {
    // Chromium on a desktop has no WebOTP API; this replaces the one of a phone.
    await page.evaluate(() => {
      Object.assign(window, { OTPCredential: {} });
      CredentialsContainer.prototype.get = async () => ({ id: '', type: 'otp', code: '135790' });
    });
    await login.account.fill(mobile);
    await code.send();
    await expect(code.input).toHaveValue('135790');
    await expect(login.submit).toBeEnabled();
  });
  await test.step('a code that a phone fills in from the message signs in', async () => {
    // Autofill sets the value and dispatches an input event.
    await code.input.evaluate((field: HTMLInputElement) => {
      field.value = '246810';
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await login.submit.click();
    await page.waitForURL('**/home');
    expect(site.bodiesOf(verifyCode)).toMatchObject([{ credentials: '246810' }]);
  });
});

for (const [locale, width] of [
  ['zh-CN', 'desktop'],
  ['en-US', 'phone'],
] as const) {
  test.describe(`${locale}, ${width}`, () => {
    test.use({ locale, ...widths[width] });

    test('six boxes in two groups of three are one field for screen readers, with a numeric keyboard and autofill [VA-06] [LF-16]', async ({
      login,
      code,
      page,
      t,
    }) => {
      await login.open(codeTab);
      await expect(code.input).toHaveAttribute('autocomplete', 'one-time-code');
      await expect(code.input).toHaveAttribute('inputmode', 'numeric');
      await login.account.fill(mobile);
      await code.send();
      await code.input.fill('135790');
      await expect(page.getByRole('tabpanel', { name: t('login.tab.code') })).toMatchAriaSnapshot(`
        - textbox "${t('login.account.label')}"
        - alert
        - textbox "${t('code.labelSent')}": "135790"
        - button /.+/
        - alert
        - status
        - alert
        - button "${t('login.submitOrRegister')}"
      `);
      await expect(page.getByRole('textbox')).toHaveCount(2);
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
