import { password as limits } from '@foyer/contract/limits';
import { expectNoAxeViolations } from '../../support/axe.ts';
import { newMobile } from '../../support/new-accounts.ts';
import { expect, test, languageWidths, widths } from '../../fixtures/test.ts';
import { watchCalls } from '../../support/wire.ts';

const password = 'Quiet-Harbour7';

for (const { language, width } of languageWidths) {
  test.describe(`${language}, ${width}`, () => {
    test.use({ locale: language, ...widths[width] });

    test('tells what a password has to be, and a desk how strong it is [RG-06] [VA-04]', async ({ register, page }) => {
      const { words } = register;
      await register.open();
      await expect(register.hints).toHaveText(words.hints);
      await expect(register.hints.and(page.locator('[data-met]'))).toHaveCount(0);
      if (width === 'phone') return expect(page.getByText(words.strength)).toHaveCount(0);

      await expect(register.meter).toHaveText(words.strength);
      for (const [typed, strength] of [
        ['abc', words.low], // 10
        ['abcdefg1', words.low], // 25
        ['abcdefgh12345', words.middle], // 30
        ['Abcdefg1', words.middle], // 35
        ['Abcdefgh12345', words.high], // 40
      ] as const) {
        await register.password.fill(typed);
        await expect(register.meter, typed).toHaveText(words.strength + strength);
      }
      await expectNoAxeViolations(page);
    });
  });
}

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('hints are ticked off one by one [RG-06]', async ({ register }) => {
    await register.open();
    const met = async () => register.hints.evaluateAll((all) => all.map((hint) => hint.hasAttribute('data-met')));
    for (const [typed, expected] of [
      ['a', [false, true, false]],
      ['a b', [false, false, false]],
      ['a1', [false, true, true]],
      ['aaaaaaaa', [true, true, false]],
      ['aaaaaaa1', [true, true, true]],
      ['AbcdEfgh', [true, true, true]],
      ['密码密码密码密码1a', [true, false, true]],
    ] as const) {
      await register.password.fill(typed);
      await expect.poll(met, typed).toEqual(expected);
    }
  });

  test('a password that breaks the rule, or differs, is told so [VA-02] [VA-03]', async ({
    register,
    outbox,
    page,
  }) => {
    await register.open();
    const calls = watchCalls(page);
    await register.fill({ account: newMobile(), password }, outbox);
    const before = calls.length;
    for (const typed of ['Abcde12', '12345678', 'abcdefgh', 'ABCDEFGH', '!@#$%^&*', 'Abc 12345']) {
      await register.password.fill(typed);
      await register.again.fill(typed);
      await register.submit.click();
      await expect(register.problems, typed).toHaveText([register.words.passwordRule]);
      await expect(register.password).toBeFocused();
    }
    await register.password.fill(password);
    await register.submit.click();
    await expect(register.problems).toHaveText([register.words.different]);
    await expect(register.again).toBeFocused();
    expect(calls).toHaveLength(before);
  });
});

test('a password ends at twenty characters, says so, and can be looked at [RG-07] [VA-02]', async ({
  register,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await register.open();
  await page.evaluate(() => navigator.clipboard.writeText('Correct-Horse-Battery-77'));
  for (const field of [register.password, register.again]) {
    await expect(field).toHaveAttribute('autocomplete', 'new-password');
    await field.pressSequentially('Abcdefghij1234567890x');
    await expect(field).toHaveValue('Abcdefghij1234567890');
    expect((await field.inputValue()).length).toBe(limits.max);
    await expect(field).toHaveAccessibleDescription(register.words.passwordRule);
    await field.press('Backspace');
    await expect(field).toHaveAccessibleDescription('');
    // The first twenty characters of a password are another password: all of it, or none.
    await field.press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+v');
    await expect(field).toHaveValue('Abcdefghij123456789');
    await expect(field).toHaveAccessibleDescription(register.words.passwordRule);
    const box = page.locator('label').filter({ has: field });
    await expect(field).toHaveAttribute('type', 'password');
    await box.getByRole('button').click();
    await expect(field).toHaveAttribute('type', 'text');
    await box.getByRole('button').click();
    await expect(field).toHaveAttribute('type', 'password');
  }
});
