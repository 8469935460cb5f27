import { commitPassword } from '@foyer/contract/flows/password-login';
import { expect, test } from '../../fixtures/screen.ts';
import { compose } from '../../support/page/input-method.ts';

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
  /** What is in the boxes, `_` for nothing, and the number of the box that has the focus. */
  const expectBoxes = (values: string, focused: number, message?: string) =>
    expect
      .poll(
        () =>
          identityCheck.boxes.evaluateAll((boxes) => [
            boxes.map((box) => (box as HTMLInputElement).value || '_').join(''),
            boxes.indexOf(document.activeElement as HTMLElement) + 1,
          ]),
        message,
      )
      .toEqual([values, focused]);
  const press = async (key: string, times = 1) => {
    for (let n = 0; n < times; n++) await page.keyboard.press(key);
  };

  await test.step('typing moves forward and replaces', async () => {
    await identityCheck.box(1).focus();
    for (const [n, after] of ['1___', '12__', '12X_', '12X4'].entries()) {
      await page.keyboard.type('12x4'[n]!);
      await expectBoxes(after, Math.min(n + 2, 4));
    }
    await page.keyboard.type('5');
    await expectBoxes('12X5', 4, 'typing over a box replaces what is in it');
  });
  await test.step('Backspace empties a box, and in an empty box the one before', async () => {
    await identityCheck.type('1234');
    await press('Backspace');
    await expectBoxes('123_', 4);
    await press('Backspace');
    await expectBoxes('12__', 3);
    await press('Backspace', 4);
    await expectBoxes('____', 1);
  });
  await test.step('arrows stop at both ends', async () => {
    await identityCheck.type('1234');
    for (const n of [3, 2, 1, 1]) {
      await press('ArrowLeft');
      await expectBoxes('1234', n);
    }
    for (const n of [2, 3, 4, 4]) {
      await press('ArrowRight');
      await expectBoxes('1234', n);
    }
  });
  await test.step('a box reached by an arrow or a click is replaced, wherever the caret is', async () => {
    await press('ArrowLeft');
    await page.keyboard.type('9');
    await expectBoxes('1294', 4);
    await press('ArrowLeft', 2);
    await press('Backspace');
    await expectBoxes('1_94', 2);
    await identityCheck.box(3).click({ position: { x: 2, y: 20 } });
    await press('Home');
    await page.keyboard.type('7');
    await expectBoxes('1_74', 4);
    await identityCheck.box(1).click({ position: { x: 2, y: 20 } });
    await press('Home');
    await press('Backspace');
    await expectBoxes('__74', 1);
  });
  await test.step('a paste of four characters fills the boxes, any other is ignored', async () => {
    for (const [pasted, shown, focused] of [
      [' １２３ｘ\n', '123X', 4],
      ['11010119900307123X', '____', 1],
    ] as const) {
      await identityCheck.type('9');
      await page.evaluate((text) => navigator.clipboard.writeText(text), pasted);
      await press('Control+V');
      await expectBoxes(shown, focused, pasted);
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
    await expectBoxes('12X9', 4);
  });
});
