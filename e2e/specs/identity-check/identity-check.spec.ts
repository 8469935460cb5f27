import { checkIdSuffix, correctIdNumber } from '@foyer/contract/flows/identity-check';
import { identityCheck as limits } from '@foyer/contract/limits';
import { hours, minutes, seconds } from '@foyer/contract/time';
import { expect, test, widths } from '../../fixtures/test.ts';
import { expectNoAxeViolations } from '../../support/axe.ts';
import { dropResponse, holdRequests } from '../../support/calls.ts';
import { compose } from '../../support/input-method.ts';
import { erin } from '../../support/people.ts';
import { texts } from '../../support/texts.ts';

/** The end of the number on record, as she types it. */
const end = '123x';

test.describe('on a phone', () => {
  test.use({ freshService: true, locale: 'zh-CN', ...widths.phone });

  test('someone invited completes her ID number, signs in again and is in [DG-04] [DG-07] [D-15]', async ({
    login,
    identityCheck,
    page,
    t,
  }) => {
    await login.open();
    await login.attempt(erin);
    await expect(identityCheck.dialog).toContainText(t('idcheck.desc', { name: '尹*', desIdNo: '110***************' }));
    await expectNoAxeViolations(page);

    await identityCheck.type(end);
    expect(await identityCheck.values()).toEqual([...end.toUpperCase()]);
    await identityCheck.submit.click();
    await expect(identityCheck.toast).toHaveText(t('idcheck.success'));
    await expect(identityCheck.dialog).toHaveCount(0);

    await expect(login.account).toHaveValue(erin.account);
    await login.signIn(erin);
  });
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('who is meant is told; too few or impossible characters are, at once, and stay [DG-04] [DG-05]', async ({
    login,
    identityCheck,
    page,
    t,
  }) => {
    await login.open();
    await login.attempt(erin);
    await expect(identityCheck.dialog).toContainText(t('idcheck.desc', { name: '尹*', desIdNo: '110***************' }));
    const asked = watchChecks(page);
    for (const [typed, told] of [
      ['', t('idcheck.short')],
      ['12', t('idcheck.short')],
      ['12-4', t('idcheck.invalid')],
      ['号码错误', t('idcheck.invalid')],
    ] as const) {
      await identityCheck.type(typed);
      await identityCheck.submit.click();
      await expect(identityCheck.errors, typed).toHaveText([told]);
      await expect(identityCheck.box(1)).toBeFocused();
      await expect(identityCheck.box(1)).toHaveAttribute('aria-invalid', 'true');
      expect((await identityCheck.values()).join('')).toBe(typed);
    }
    expect(asked).toEqual([]);
    await expectNoAxeViolations(page);
  });

  test('a wrong end is told with the tries left; the fifth closes the check for a day, here and elsewhere [DG-05] [AC-32]', async ({
    login,
    identityCheck,
    service,
    t,
  }) => {
    await login.open();
    await login.attempt(erin);
    for (let left = limits.tries - 1; left > 0; left--) {
      await identityCheck.submitSuffix('0000');
      await expect(identityCheck.errors).toHaveText([t.refusal('wrongIdSuffix', { attemptsLeft: left })]);
      expect(await identityCheck.values()).toEqual(['0', '0', '0', '0']);
    }
    await identityCheck.submitSuffix('0000');
    await expect(identityCheck.errors).toHaveText([
      t.refusal('identityCheckClosed', { retryAfter: hours(24) / seconds(1) }),
    ]);
    await identityCheck.close.click();

    await service.moveClock(limits.lockFor - minutes(1));
    await login.open();
    await login.attempt(erin);
    await identityCheck.submitSuffix(end);
    await expect(identityCheck.errors).toHaveText([
      t.refusal('identityCheckClosed', { retryAfter: hours(1) / seconds(1) }),
    ]);

    await service.moveClock(minutes(1));
    await identityCheck.submitSuffix('0000');
    await expect(identityCheck.errors).toHaveText([t.refusal('wrongIdSuffix', { attemptsLeft: limits.tries - 1 })]);
  });
});

test.describe('a wrong number on record, in Chinese', () => {
  test.use({ freshService: true, locale: 'zh-CN' });

  test('is corrected by a code to her own phone, and asked for by its new end, though the answer was lost [D-15] [CS-09] [AC-62]', async ({
    login,
    identityCheck,
    outbox,
    page,
    allowErrors,
    t,
  }) => {
    allowErrors(/identityCheck/);
    await login.open();
    await login.attempt(erin);
    await identityCheck.wrongRecord.click();
    await expect(identityCheck.number).toBeFocused();
    await identityCheck.back.click();
    await expect(identityCheck.box(1)).toBeFocused();
    await identityCheck.wrongRecord.click();
    await expectNoAxeViolations(page);

    await identityCheck.number.fill('12 34');
    await identityCheck.code.send();
    await expect(identityCheck.code.sentTo).toHaveText(t('code.sentTo', { target: '138****8004' }));
    await identityCheck.code.input.fill(await outbox.wrongCode(erin.account));
    await identityCheck.submit.click();
    await expect(identityCheck.errors).toHaveText([t('idcheck.number.wrong')]);
    await identityCheck.number.fill('11010119900307888x');
    await identityCheck.submit.click();
    await expect(identityCheck.errors).toHaveText([t.refusal('wrongCode')]);
    await expect(identityCheck.number).toHaveValue('11010119900307888x');

    await identityCheck.code.input.fill(await outbox.code(erin.account));
    await dropResponse(page, correctIdNumber.path);
    await identityCheck.submit.click();
    await expect(identityCheck.errors).toHaveText([t('common.network')]);
    await identityCheck.submit.click();
    await expect(identityCheck.toast).toHaveText(t('idcheck.corrected'));
    await expect.poll(async () => (await outbox.messages(erin.account)).length).toBe(2);
    const [told] = await outbox.messages(erin.account);
    expect(told).not.toHaveProperty('code');

    await login.attempt(erin);
    await identityCheck.submitSuffix(end);
    await expect(identityCheck.errors).toHaveText([t.refusal('wrongIdSuffix', { attemptsLeft: limits.tries - 1 })]);
    await identityCheck.submitSuffix('888X');
    await expect(identityCheck.toast).toContainText([t('idcheck.success')]);
    await login.signIn(erin);
  });
});

test('who leaves it open for too long is told to start again, and can [DG-04]', async ({
  login,
  identityCheck,
  service,
  t,
}) => {
  await login.open();
  await login.attempt(erin);
  await service.moveClock(minutes(16));
  await identityCheck.submitSuffix('0000');
  await expect(identityCheck.errors).toHaveText([texts('en-US')('common.tooLate')]);
  expect(await identityCheck.values()).toEqual(['0', '0', '0', '0']);
  await identityCheck.close.click();
  await login.attempt(erin);
  await identityCheck.submitSuffix('0000');
  await expect(identityCheck.errors).toHaveText([t.refusal('wrongIdSuffix', { attemptsLeft: limits.tries - 1 })]);
});

test.describe('the four boxes', () => {
  test.beforeEach(async ({ login, identityCheck }) => {
    await login.open();
    await login.attempt(erin);
    await identityCheck.dialog.waitFor();
  });

  test('typing, Backspace, the arrows and a paste move on and back as one expects [DG-04] [DG-06]', async ({
    identityCheck,
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await identityCheck.box(1).focus();
    for (const [n, character] of [...'12x4'].entries()) {
      await expect(identityCheck.box(n + 1)).toBeFocused();
      await page.keyboard.type(character);
    }
    await expect(identityCheck.box(4)).toBeFocused();
    expect(await identityCheck.values()).toEqual(['1', '2', 'X', '4']);
    await page.keyboard.type('5');
    expect(await identityCheck.values(), 'typing over a box replaces what is in it').toEqual(['1', '2', 'X', '5']);

    // Backspace empties a box, and in an empty one goes back and empties that.
    await identityCheck.type('1234');
    await page.keyboard.press('Backspace');
    await expect(identityCheck.box(4)).toBeFocused();
    expect(await identityCheck.values()).toEqual(['1', '2', '3', '']);
    await page.keyboard.press('Backspace');
    await expect(identityCheck.box(3)).toBeFocused();
    expect(await identityCheck.values()).toEqual(['1', '2', '', '']);
    for (let n = 0; n < 4; n++) await page.keyboard.press('Backspace');
    await expect(identityCheck.box(1)).toBeFocused();
    expect(await identityCheck.values()).toEqual(['', '', '', '']);

    // The arrows stop at either end.
    await identityCheck.type('1234');
    for (const n of [3, 2, 1, 1]) {
      await page.keyboard.press('ArrowLeft');
      await expect(identityCheck.box(n)).toBeFocused();
    }
    for (const n of [2, 3, 4, 4]) {
      await page.keyboard.press('ArrowRight');
      await expect(identityCheck.box(n)).toBeFocused();
    }
    expect(await identityCheck.values()).toEqual(['1', '2', '3', '4']);

    // A box reached by an arrow or a click is corrected like any other, wherever the caret stands.
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('9');
    await expect(identityCheck.box(4)).toBeFocused();
    expect(await identityCheck.values()).toEqual(['1', '2', '9', '4']);
    for (let n = 0; n < 2; n++) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Backspace');
    await expect(identityCheck.box(2)).toBeFocused();
    expect(await identityCheck.values()).toEqual(['1', '', '9', '4']);
    await identityCheck.box(3).click({ position: { x: 2, y: 20 } });
    await page.keyboard.press('Home');
    await page.keyboard.type('7');
    expect(await identityCheck.values()).toEqual(['1', '', '7', '4']);
    await identityCheck.box(1).click({ position: { x: 2, y: 20 } });
    await page.keyboard.press('Home');
    await page.keyboard.press('Backspace');
    expect(await identityCheck.values()).toEqual(['', '', '7', '4']);

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
      expect(await identityCheck.values(), pasted).toEqual(shown);
      await expect(identityCheck.box(shown[0] ? 4 : 1)).toBeFocused();
    }

    // An input method writes drafts first.
    await identityCheck.type('9999');
    await identityCheck.box(1).click();
    for (const [drafts, meant] of [
      [['一', '１'], '１'],
      [['2'], '2'],
      [['shi', 'ｘ'], 'ｘ'],
    ] as const)
      await compose(page, [...drafts], meant);
    expect(await identityCheck.values()).toEqual(['1', '2', 'X', '9']);
    await expect(identityCheck.box(4)).toBeFocused();
  });

  test('Enter confirms, once; the dialog stays to say what came of it [DG-04] [DG-07]', async ({
    identityCheck,
    page,
    t,
  }) => {
    const asked = watchChecks(page);
    const letGo = await holdRequests(page, checkIdSuffix.path);
    await identityCheck.type('0000');
    await identityCheck.box(4).evaluate((box: HTMLInputElement) => void [0, 1].map(() => box.form!.requestSubmit()));
    for (const way of [identityCheck.close, identityCheck.wrongRecord]) await expect(way).toBeDisabled();
    await page.keyboard.press('Escape');
    letGo();
    await expect(identityCheck.errors).toHaveText([t.refusal('wrongIdSuffix', { attemptsLeft: limits.tries - 1 })]);
    expect(asked).toHaveLength(1);
    for (const way of [identityCheck.close, identityCheck.wrongRecord]) await expect(way).toBeEnabled();
  });
});

function watchChecks(page: import('@playwright/test').Page) {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/v1/accounts/identityCheck') asked.push(request.method());
  });
  return asked;
}
