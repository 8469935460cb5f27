import { password as limits } from '@foyer/contract/limits';
import { expect, languageWidths, test, widths } from '../../fixtures/screen.ts';

for (const { language, width } of languageWidths) {
  test.describe(`${language}, ${width}`, () => {
    test.use({ locale: language, ...widths[width] });

    test('the hints for a password are marked as met while typing, and on a PC its strength once all are met [RG-06] [VA-04]', async ({
      register,
      page,
      t,
    }) => {
      await register.open();
      await expect(register.hints).toHaveText([t('pwd.hint.length'), t('pwd.hint.charset'), t('pwd.hint.kinds')]);
      await expect(register.hints.and(page.locator('[data-state]'))).toHaveCount(0);
      const met = () => register.hints.evaluateAll((all) => all.map((hint) => hint.dataset['state'] === 'met'));
      for (const [typed, expected] of [
        ['a', [false, true, false]],
        ['a b', [false, false, false]],
        ['a1', [false, true, true]],
        ['aaaaaaaa', [true, true, false]],
        ['密码密码密码密码1a', [true, false, true]],
        ['Abcdefgh12345', [true, true, true]],
      ] as const) {
        await register.password.fill(typed);
        await expect.poll(met, typed).toEqual(expected);
      }
      if (width === 'phone') return expect(page.getByText(t('pwd.strength'))).toHaveCount(0);
      for (const [typed, strength] of [
        ['abcdefg1', 'low'], // 25
        ['abcdefgh12345', 'middle'], // 30
        ['Abcdefg1', 'middle'], // 35
        ['Abcdefgh12345', 'high'], // 40
      ] as const) {
        await register.password.fill(typed);
        await expect(register.strengthMeter, typed).toHaveText(t('pwd.strength') + t(`pwd.strength.${strength}`));
      }
      for (const refused of ['Abcde1!', 'Abc defgh12345!?']) {
        await register.password.fill(refused);
        await expect(register.strengthMeter, refused).toHaveCount(0);
      }
    });
  });
}

test('a password is limited to twenty characters, with a message, and can be shown [RG-07] [VA-02]', async ({
  register,
  page,
  t,
}) => {
  await register.open();
  await page.evaluate(() => navigator.clipboard.writeText('Correct-Horse-Battery-77'));
  for (const field of [register.password, register.repeatPassword]) {
    await expect(field).toHaveAttribute('autocomplete', 'new-password');
    await field.pressSequentially('Abcdefghij1234567890x');
    await expect(field).toHaveValue('Abcdefghij1234567890');
    expect((await field.inputValue()).length).toBe(limits.max);
    await expect(field).toHaveAccessibleDescription(t('pwd.rule'));
    await field.press('Backspace');
    await expect(field).not.toHaveAccessibleDescription(t('pwd.rule'));
    // A pasted password that is too long is rejected as a whole: its first twenty characters are another password.
    await field.press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+v');
    await expect(field).toHaveValue('Abcdefghij123456789');
    await expect(field).toHaveAccessibleDescription(t('pwd.rule'));
    const eye = field.locator('..').getByRole('button');
    await expect(field).toHaveAttribute('type', 'password');
    await eye.click();
    await expect(field).toHaveAttribute('type', 'text');
    await eye.click();
    await expect(field).toHaveAttribute('type', 'password');
  }
});
