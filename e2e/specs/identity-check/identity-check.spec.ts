import { checkIdSuffix, correctIdNumber } from '@foyer/contract/flows/identity-check';
import { identityCheck as limits } from '@foyer/contract/limits';
import { minutes } from '@foyer/contract/time';
import { expectNoAxeViolations } from '../../support/axe.ts';
import { dialogWordsIn } from '../../support/dialog-words.ts';
import { compose } from '../../support/input-method.ts';
import { test } from '../../fixtures/journey.ts';
import { test as ownTest } from '../../fixtures/own-service.ts';
import { erin } from '../../support/people.ts';
import { expect, widths } from '../../fixtures/test.ts';
import { delayResponse, dropResponse } from '../../support/wire.ts';

/** The end of the number on record, as she types it. */
const end = '123x';

ownTest.describe('on a phone', () => {
  ownTest.use({ locale: 'zh-CN', ...widths.phone });

  ownTest(
    'someone invited completes her ID number, signs in again and is in [DG-04] [DG-07] [D-15]',
    async ({ login, identity, page }) => {
      await login.open();
      await login.attempt(erin);
      await expect(identity.dialog).toContainText(identity.words.about('尹*', '110***************'));
      await expectNoAxeViolations(page);

      await identity.type(end);
      expect(await identity.shown()).toEqual([...end.toUpperCase()]);
      await identity.submit.click();
      await expect(identity.toast).toHaveText(identity.words.passed);
      await expect(identity.dialog).toHaveCount(0);

      await expect(login.account).toHaveValue(erin.account);
      await login.signIn(erin);
    },
  );
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('who is meant is told; too few or impossible characters are, at once, and stay [DG-04] [DG-05]', async ({
    login,
    identity,
    page,
  }) => {
    await login.open();
    await login.attempt(erin);
    await expect(identity.dialog).toContainText(identity.words.about('尹*', '110***************'));
    const asked = watchChecks(page);
    for (const [typed, told] of [
      ['', identity.words.short],
      ['12', identity.words.short],
      ['12-4', identity.words.invalid],
      ['号码错误', identity.words.invalid],
    ] as const) {
      await identity.type(typed);
      await identity.submit.click();
      await expect(identity.problems, typed).toHaveText([told]);
      await expect(identity.box(1)).toBeFocused();
      await expect(identity.box(1)).toHaveAttribute('aria-invalid', 'true');
      expect((await identity.shown()).join('')).toBe(typed);
    }
    expect(asked).toEqual([]);
    await expectNoAxeViolations(page);
  });

  test('a wrong end is told with the tries left; the fifth closes the check for a day, here and elsewhere [DG-05] [AC-32]', async ({
    login,
    identity,
    service,
  }) => {
    await login.open();
    await login.attempt(erin);
    for (let left = limits.tries - 1; left > 0; left--) {
      await identity.complete('0000');
      await expect(identity.problems).toHaveText([identity.words.wrong(left)]);
      expect(await identity.shown()).toEqual(['0', '0', '0', '0']);
    }
    await identity.complete('0000');
    await expect(identity.problems).toHaveText([identity.words.closed(24)]);
    await identity.close.click();

    await service.moveClock(limits.lockFor - minutes(1));
    await login.open();
    await login.attempt(erin);
    await identity.complete(end);
    await expect(identity.problems).toHaveText([identity.words.closed(1)]);

    await service.moveClock(minutes(1));
    await identity.complete('0000');
    await expect(identity.problems).toHaveText([identity.words.wrong(limits.tries - 1)]);
  });
});

ownTest.describe('a wrong number on record, in Chinese', () => {
  ownTest.use({ locale: 'zh-CN' });

  ownTest(
    'is corrected by a code to her own phone, and asked for by its new end, though the answer was lost [D-15] [CS-09] [AC-62]',
    async ({ login, identity, outbox, page, allowErrors }) => {
      allowErrors(/identityCheck/);
      await login.open();
      await login.attempt(erin);
      await identity.wrongRecord.click();
      await expect(identity.number).toBeFocused();
      await identity.back.click();
      await expect(identity.box(1)).toBeFocused();
      await identity.wrongRecord.click();
      await expectNoAxeViolations(page);

      await identity.number.fill('12 34');
      await identity.code.ask();
      await expect(identity.code.sentTo).toHaveText(identity.code.words.sentTo('138****8004'));
      await identity.code.field.fill(await outbox.wrongCode(erin.account));
      await identity.submit.click();
      await expect(identity.problems).toHaveText([identity.words.badNumber]);
      await identity.number.fill('11010119900307888x');
      await identity.submit.click();
      await expect(identity.problems).toHaveText([identity.code.words.wrongCode]);
      await expect(identity.number).toHaveValue('11010119900307888x');

      await identity.code.field.fill(await outbox.code(erin.account));
      await dropResponse(page, correctIdNumber.path);
      await identity.submit.click();
      await expect(identity.problems).toHaveText([login.words.noAnswer]);
      await identity.submit.click();
      await expect(identity.toast).toHaveText(identity.words.corrected);
      await expect.poll(async () => (await outbox.messages(erin.account)).length).toBe(2);
      const [told] = await outbox.messages(erin.account);
      expect(told).not.toHaveProperty('code');

      await login.attempt(erin);
      await identity.complete(end);
      await expect(identity.problems).toHaveText([identity.words.wrong(limits.tries - 1)]);
      await identity.complete('888X');
      await expect(identity.toast).toContainText([identity.words.passed]);
      await login.signIn(erin);
    },
  );
});

test('who leaves it open for too long is told to start again, and can [DG-04]', async ({
  login,
  identity,
  service,
}) => {
  await login.open();
  await login.attempt(erin);
  await service.moveClock(minutes(16));
  await identity.complete('0000');
  await expect(identity.problems).toHaveText([dialogWordsIn('en-US').tooLate]);
  expect(await identity.shown()).toEqual(['0', '0', '0', '0']);
  await identity.close.click();
  await login.attempt(erin);
  await identity.complete('0000');
  await expect(identity.problems).toHaveText([identity.words.wrong(limits.tries - 1)]);
});

test.describe('the four boxes', () => {
  test.beforeEach(async ({ login, identity }) => {
    await login.open();
    await login.attempt(erin);
    await identity.dialog.waitFor();
  });

  test('typing, Backspace, the arrows and a paste move on and back as one expects [DG-04] [DG-06]', async ({
    identity,
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await identity.box(1).focus();
    for (const [n, character] of [...'12x4'].entries()) {
      await expect(identity.box(n + 1)).toBeFocused();
      await page.keyboard.type(character);
    }
    await expect(identity.box(4)).toBeFocused();
    expect(await identity.shown()).toEqual(['1', '2', 'X', '4']);
    await page.keyboard.type('5');
    expect(await identity.shown(), 'typing over a box replaces what is in it').toEqual(['1', '2', 'X', '5']);

    // Backspace empties a box, and in an empty one goes back and empties that.
    await identity.type('1234');
    await page.keyboard.press('Backspace');
    await expect(identity.box(4)).toBeFocused();
    expect(await identity.shown()).toEqual(['1', '2', '3', '']);
    await page.keyboard.press('Backspace');
    await expect(identity.box(3)).toBeFocused();
    expect(await identity.shown()).toEqual(['1', '2', '', '']);
    for (let n = 0; n < 4; n++) await page.keyboard.press('Backspace');
    await expect(identity.box(1)).toBeFocused();
    expect(await identity.shown()).toEqual(['', '', '', '']);

    // The arrows stop at either end.
    await identity.type('1234');
    for (const n of [3, 2, 1, 1]) {
      await page.keyboard.press('ArrowLeft');
      await expect(identity.box(n)).toBeFocused();
    }
    for (const n of [2, 3, 4, 4]) {
      await page.keyboard.press('ArrowRight');
      await expect(identity.box(n)).toBeFocused();
    }
    expect(await identity.shown()).toEqual(['1', '2', '3', '4']);

    // A box reached by an arrow or a click is corrected like any other, wherever the caret stands.
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('9');
    await expect(identity.box(4)).toBeFocused();
    expect(await identity.shown()).toEqual(['1', '2', '9', '4']);
    for (let n = 0; n < 2; n++) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Backspace');
    await expect(identity.box(2)).toBeFocused();
    expect(await identity.shown()).toEqual(['1', '', '9', '4']);
    await identity.box(3).click({ position: { x: 2, y: 20 } });
    await page.keyboard.press('Home');
    await page.keyboard.type('7');
    expect(await identity.shown()).toEqual(['1', '', '7', '4']);
    await identity.box(1).click({ position: { x: 2, y: 20 } });
    await page.keyboard.press('Home');
    await page.keyboard.press('Backspace');
    expect(await identity.shown()).toEqual(['', '', '7', '4']);

    for (const [pasted, shown] of [
      ['123x', ['1', '2', '3', 'X']],
      [' 123X\n', ['1', '2', '3', 'X']],
      ['１２３ｘ', ['1', '2', '3', 'X']],
      ['123', ['', '', '', '']],
      ['12345', ['', '', '', '']],
      ['11010119900307123X', ['', '', '', '']],
    ] as const) {
      await identity.type('9');
      await page.evaluate((text) => navigator.clipboard.writeText(text), pasted);
      await page.keyboard.press('Control+V');
      expect(await identity.shown(), pasted).toEqual(shown);
      await expect(identity.box(shown[0] ? 4 : 1)).toBeFocused();
    }

    // An input method writes drafts first.
    await identity.type('9999');
    await identity.box(1).click();
    for (const [drafts, meant] of [
      [['一', '１'], '１'],
      [['2'], '2'],
      [['shi', 'ｘ'], 'ｘ'],
    ] as const)
      await compose(page, [...drafts], meant);
    expect(await identity.shown()).toEqual(['1', '2', 'X', '9']);
    await expect(identity.box(4)).toBeFocused();
  });

  test('Enter confirms, once; the dialog stays to say what came of it [DG-04] [DG-07]', async ({ identity, page }) => {
    const asked = watchChecks(page);
    const letGo = await delayResponse(page, checkIdSuffix.path);
    await identity.type('0000');
    await identity.box(4).evaluate((box: HTMLInputElement) => void [0, 1].map(() => box.form!.requestSubmit()));
    for (const way of [identity.close, identity.wrongRecord]) await expect(way).toBeDisabled();
    await page.keyboard.press('Escape');
    letGo();
    await expect(identity.problems).toHaveText([identity.words.wrong(limits.tries - 1)]);
    expect(asked).toHaveLength(1);
    for (const way of [identity.close, identity.wrongRecord]) await expect(way).toBeEnabled();
  });
});

function watchChecks(page: import('@playwright/test').Page) {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/v1/accounts/identityCheck') asked.push(request.method());
  });
  return asked;
}
