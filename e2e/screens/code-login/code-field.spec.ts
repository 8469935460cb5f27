import { verifyCode } from '@foyer/contract/flows/send-code';
import { inlineError } from '@foyer/contract/limits';
import { expect, test, widths } from '../../fixtures/screen.ts';
import { compose } from '../../support/page/input-method.ts';

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
  await test.step('letters are ignored', async () => {
    await code.input.fill('');
    await code.input.pressSequentially('1a2b3c4d');
    await expect(code.input).toHaveValue('1234');
  });
  await test.step('a browser with the WebOTP API fills in the code by itself', async () => {
    // Chromium on a desktop has no WebOTP API; this replaces the one of a phone.
    await page.evaluate(() => {
      Object.assign(window, { OTPCredential: {} });
      CredentialsContainer.prototype.get = async () => ({ id: '', type: 'otp', code: '135790' });
    });
    await login.account.fill(mobile);
    site.answer(verifyCode, { is: 'wrongCode', data: { attemptsLeft: 4 } }, { is: 'done', data: null });
    await code.button.click();
    await expect(code.input).toHaveValue('135790');
    await expect(login.errors).toHaveCount(1);
  });
  await test.step('a code that a phone fills in from the message signs in', async () => {
    // Autofill sets the value and dispatches an input event.
    await code.input.evaluate((field: HTMLInputElement) => {
      field.value = '246810';
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await page.waitForURL('**/home');
    expect(site.bodiesOf(verifyCode)).toMatchObject([{ credentials: '135790' }, { credentials: '246810' }]);
  });
});

test('what is typed or pasted into a full field replaces its code, and letters leave it [VA-06]', async ({
  login,
  code,
  page,
  site,
}) => {
  site.hold(verifyCode);
  await login.open(codeTab);
  await login.account.fill(mobile);
  await code.send();
  await code.input.fill('123456');
  for (const [where, keys, value] of [
    ['at the end', ['End', '6', '5'], '65'],
    ['at the start', ['Home', '4'], '4'],
    ['by a full-width digit', ['End', '７'], '7'],
    ['by a letter', ['End', 'x'], '123456'],
  ] as const)
    await test.step(where, async () => {
      await code.input.fill('123456');
      for (const key of keys) await (key.length > 1 ? code.input.press(key) : page.keyboard.insertText(key));
      await expect(code.input).toHaveValue(value);
    });
  await test.step('by a pasted message', async () => {
    await code.input.fill('123456');
    await page.evaluate(() => navigator.clipboard.writeText('Your code is 389317.'));
    await code.input.press('End');
    await code.input.press('ControlOrMeta+v');
    await expect(code.input).toHaveValue('389317');
  });
});

test('a refused code is selected, so that the next key or paste replaces it, and is not sent again [VA-06] [LF-06]', async ({
  login,
  code,
  clock,
  page,
  site,
  t,
}) => {
  const refusal = { is: 'wrongCode', data: { attemptsLeft: 4 } } as const;
  site.answer(verifyCode, refusal, refusal, { is: 'done', data: null });
  await login.open(codeTab);
  await login.account.fill(mobile);
  await code.send();
  const sent = () => site.bodiesOf(verifyCode).map((body) => Reflect.get(Object(body), 'credentials'));
  const text = t.refusal('wrongCode', refusal.data);
  await code.input.fill('111111');
  await expect(login.errors).toHaveText([text]);
  await expect(
    code.input.locator('xpath=..').locator('[data-selected]'),
    'all cells are drawn as selected',
  ).toHaveCount(6);
  await test.step('Enter shows the error again, also after it has disappeared, and sends nothing', async () => {
    await clock.run(inlineError.shownFor);
    await expect(login.errors).toHaveCount(0);
    await code.input.press('Enter');
    await expect(login.errors).toHaveText([text]);
    expect(sent()).toEqual(['111111']);
  });
  await test.step('a key replaces the code, and the error disappears', async () => {
    await page.keyboard.type('2');
    await expect(code.input).toHaveValue('2');
    await expect(login.errors).toHaveCount(0);
    await page.keyboard.type('22222');
    await expect(login.errors).toHaveText([text]);
  });
  await test.step('a paste replaces it as well', async () => {
    await page.evaluate(() => navigator.clipboard.writeText('333333'));
    await page.keyboard.press('ControlOrMeta+v');
    await page.waitForURL('**/home');
    expect(sent()).toEqual(['111111', '222222', '333333']);
  });
});

test('the sixth digit submits once: not while a digit is corrected, no code twice, and not before a code was sent [LF-06] [LF-12]', async ({
  login,
  code,
  page,
  site,
  t,
}) => {
  const wrong = { is: 'wrongCode', data: { attemptsLeft: 4 } } as const;
  const text = t.refusal('wrongCode', wrong.data);
  site.answer(verifyCode, wrong, wrong, { is: 'done', data: null });
  await login.open(codeTab);
  await login.account.fill(mobile);
  const sent = () => site.bodiesOf(verifyCode).map((body) => Reflect.get(Object(body), 'credentials'));
  await test.step('before a code was sent', async () => {
    await code.input.pressSequentially('111111');
    await expect(login.submit).toBeEnabled();
    expect(sent()).toEqual([]);
  });
  await code.send();
  await test.step('the last digit', async () => {
    await code.input.pressSequentially('111111');
    await expect(login.errors).toHaveText([text]);
    expect(sent()).toEqual(['111111']);
  });
  await test.step('a corrected digit waits for the button', async () => {
    await code.input.press('End');
    await code.input.press('Backspace');
    await page.keyboard.type('2');
    await expect(code.input).toHaveValue('111112');
    await expect(login.submit).toBeEnabled();
    expect(sent()).toEqual(['111111']);
  });
  await test.step('the same code again waits for the button', async () => {
    await code.input.fill('');
    await code.input.pressSequentially('111111');
    await expect(login.submit).toBeEnabled();
    expect(sent()).toEqual(['111111']);
  });
  await test.step('another code is submitted', async () => {
    await code.input.fill('');
    await code.input.pressSequentially('222222');
    await expect(login.errors).toHaveText([text]);
    expect(sent()).toEqual(['111111', '222222']);
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
      site,
      t,
    }) => {
      site.answer(verifyCode, { is: 'wrongCode', data: { attemptsLeft: 4 } });
      await login.open(codeTab);
      await expect(code.input).toHaveAttribute('autocomplete', 'one-time-code');
      await expect(code.input).toHaveAttribute('inputmode', 'numeric');
      await login.account.fill(mobile);
      await code.send();
      // Corrected, so that it is not submitted.
      await code.input.fill('135791');
      await expect(login.errors).toHaveCount(1);
      await code.input.press('End');
      await code.input.press('Backspace');
      await page.keyboard.type('0');
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
