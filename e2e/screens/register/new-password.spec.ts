import { password as limits } from '@foyer/contract/limits';
import { expect, test, widths } from '../../fixtures/screen.ts';
import type { RegisterPage } from '../../pages/register-page.ts';

const met = ({ hints }: RegisterPage) => hints.evaluateAll((all) => all.map((hint) => hint.dataset['state'] === 'met'));

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('hints and strength are shown while typing, and a password is limited to twenty characters and can be shown [RG-06] [RG-07] [VA-02] [VA-04]', async ({
    register,
    page,
    t,
  }) => {
    await register.open();
    await test.step('the hints are marked as met', async () => {
      await expect(register.hints).toHaveText([t('pwd.hint.length'), t('pwd.hint.charset'), t('pwd.hint.kinds')]);
      await expect(register.hints.and(page.locator('[data-state]'))).toHaveCount(0);
      for (const [typed, expected] of [
        ['a b', [false, false, false]],
        ['a1', [false, true, true]],
        ['aaaaaaaa', [true, true, false]],
      ] as const) {
        await register.password.fill(typed);
        await expect.poll(() => met(register), typed).toEqual(expected);
      }
    });
    await test.step('the strength is shown once all are met', async () => {
      for (const [typed, strength] of [
        ['abcdefg1', 'low'],
        ['Abcdefg1', 'middle'],
        ['Abcdefgh12345', 'high'],
      ] as const) {
        await register.password.fill(typed);
        await expect(register.strengthMeter, typed).toHaveText(t('pwd.strength') + t(`pwd.strength.${strength}`));
      }
      expect(await met(register)).toEqual([true, true, true]);
      await register.password.fill('Abc defgh12345!?');
      await expect(register.strengthMeter).toHaveCount(0);
    });
    await page.evaluate(() => navigator.clipboard.writeText('Correct-Horse-Battery-77'));
    for (const field of [register.password, register.repeatPassword])
      await test.step('no more than twenty characters, with a message; the eye shows them', async () => {
        await expect(field).toHaveAttribute('autocomplete', 'new-password');
        await field.fill('Abcdefghij123456789');
        await field.press('End');
        await page.keyboard.type('0x');
        await expect(field).toHaveValue('Abcdefghij1234567890');
        expect((await field.inputValue()).length).toBe(limits.max);
        await expect(field).toHaveAccessibleDescription(t('pwd.rule'));
        await field.press('Backspace');
        await expect(field).not.toHaveAccessibleDescription(t('pwd.rule'));
        // A pasted password that is too long is rejected as a whole: its first twenty characters are another password.
        await field.press('ControlOrMeta+a');
        await page.keyboard.press('ControlOrMeta+v');
        await expect(field).toHaveValue('Abcdefghij123456789');
        await expect(field).toHaveAccessibleDescription(t('pwd.pasted', { n: 24, max: limits.max }));
        // Pasted after what is there, it counts with it.
        await field.press('End');
        await page.keyboard.press('ControlOrMeta+v');
        await expect(field).toHaveAccessibleDescription(t('pwd.pasted', { n: 43, max: limits.max }));
        const eye = field.locator('..').getByRole('button');
        await expect(field).toHaveAttribute('type', 'password');
        await eye.click();
        await expect(field).toHaveAttribute('type', 'text');
        await eye.click();
        await expect(field).toHaveAttribute('type', 'password');
      });
  });
});

test.describe('on a phone', () => {
  test.use(widths.phone);

  test('the hints are shown without the strength [RG-06] [MD-01]', async ({ register, page, t }) => {
    await register.open();
    await expect(register.hints).toHaveText([t('pwd.hint.length'), t('pwd.hint.charset'), t('pwd.hint.kinds')]);
    await register.password.fill('Abcdefgh12345');
    await expect.poll(() => met(register)).toEqual([true, true, true]);
    await expect(page.getByText(t('pwd.strength'))).toHaveCount(0);
  });
});
