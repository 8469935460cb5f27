import { commitPassword } from '@foyer/contract/flows/password-login';
import { expect, test } from '../../fixtures/screen.ts';
import { compose } from '../../support/input-method.ts';

test('typing, Backspace, arrows, paste and input methods move between the boxes [DG-04] [DG-06]', async ({
  login,
  identityCheck,
  page,
  site,
}) => {
  site.answer(commitPassword, {
    is: 'needsIdentityCheck',
    data: { name: 'A* Lin', desIdNo: '3301**********0012', serviceId: 'check-1' },
  });
  await login.open();
  await login.attempt({ account: '13812345678', password: 'Quiet-Harbour-7' });
  await test.step('typing moves forward and replaces', async () => {
    await identityCheck.box(1).focus();
    for (const [n, character] of [...'12x4'].entries()) {
      await expect(identityCheck.box(n + 1)).toBeFocused();
      await page.keyboard.type(character);
    }
    await expect(identityCheck.box(4)).toBeFocused();
    await expect.poll(() => identityCheck.values()).toEqual(['1', '2', 'X', '4']);
    await page.keyboard.type('5');
    await expect
      .poll(() => identityCheck.values(), 'typing over a box replaces what is in it')
      .toEqual(['1', '2', 'X', '5']);
  });
  await test.step('Backspace empties a box, and in an empty box the one before', async () => {
    await identityCheck.type('1234');
    await page.keyboard.press('Backspace');
    await expect(identityCheck.box(4)).toBeFocused();
    await expect.poll(() => identityCheck.values()).toEqual(['1', '2', '3', '']);
    await page.keyboard.press('Backspace');
    await expect(identityCheck.box(3)).toBeFocused();
    await expect.poll(() => identityCheck.values()).toEqual(['1', '2', '', '']);
    for (let n = 0; n < 4; n++) await page.keyboard.press('Backspace');
    await expect(identityCheck.box(1)).toBeFocused();
    await expect.poll(() => identityCheck.values()).toEqual(['', '', '', '']);
  });
  await test.step('arrows stop at both ends', async () => {
    await identityCheck.type('1234');
    for (const n of [3, 2, 1, 1]) {
      await page.keyboard.press('ArrowLeft');
      await expect(identityCheck.box(n)).toBeFocused();
    }
    for (const n of [2, 3, 4, 4]) {
      await page.keyboard.press('ArrowRight');
      await expect(identityCheck.box(n)).toBeFocused();
    }
    await expect.poll(() => identityCheck.values()).toEqual(['1', '2', '3', '4']);
  });
  await test.step('a box reached by an arrow or a click is replaced, wherever the caret is', async () => {
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('9');
    await expect(identityCheck.box(4)).toBeFocused();
    await expect.poll(() => identityCheck.values()).toEqual(['1', '2', '9', '4']);
    for (let n = 0; n < 2; n++) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Backspace');
    await expect(identityCheck.box(2)).toBeFocused();
    await expect.poll(() => identityCheck.values()).toEqual(['1', '', '9', '4']);
    await identityCheck.box(3).click({ position: { x: 2, y: 20 } });
    await page.keyboard.press('Home');
    await page.keyboard.type('7');
    await expect.poll(() => identityCheck.values()).toEqual(['1', '', '7', '4']);
    await identityCheck.box(1).click({ position: { x: 2, y: 20 } });
    await page.keyboard.press('Home');
    await page.keyboard.press('Backspace');
    await expect.poll(() => identityCheck.values()).toEqual(['', '', '7', '4']);
  });
  await test.step('a paste of four characters fills the boxes, any other is ignored', async () => {
    for (const [pasted, shown] of [
      ['123x', ['1', '2', '3', 'X']],
      [' 123X\n', ['1', '2', '3', 'X']],
      ['１２３ｘ', ['1', '2', '3', 'X']],
      ['123', ['', '', '', '']],
      ['12345', ['', '', '', '']],
      ['11010119900307123X', ['', '', '', '']],
    ] as const) {
      await identityCheck.type('9');
      await page.evaluate((text) => navigator.clipboard.writeText(text), pasted);
      await page.keyboard.press('Control+V');
      await expect.poll(() => identityCheck.values(), pasted).toEqual(shown);
      await expect(identityCheck.box(shown[0] ? 4 : 1)).toBeFocused();
    }
  });
  await test.step('an input method', async () => {
    await identityCheck.type('9999');
    await identityCheck.box(1).click();
    for (const [compositions, final] of [
      [['一', '１'], '１'],
      [['2'], '2'],
      [['shi', 'ｘ'], 'ｘ'],
    ] as const)
      await compose(page, [...compositions], final);
    await expect.poll(() => identityCheck.values()).toEqual(['1', '2', 'X', '9']);
    await expect(identityCheck.box(4)).toBeFocused();
  });
});
