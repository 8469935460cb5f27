import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures/gallery.ts';
import { allStates } from '../all-states.ts';
import type { Action } from '../gallery-state.ts';
import { texts } from '../../support/page/texts.ts';

/** The last state of each flow: its actions, done by keyboard, lead through the flow. */
const lastStates = [
  'password-locked',
  'agreement-busy',
  'second-factor-wrong',
  'identity-check-claimed',
  'code-wrong',
  'set-password-typed',
  'scan-alipay',
  'bind-mobile-elsewhere',
  'one-click-busy',
  'scan-confirm-yes',
  'register-busy',
  'retrieve-done',
  'find-account-found',
  'find-account-person-code',
  'sso-unknown-domain',
  'sso-bind-wrong-code',
  'home-unlinked',
  'passkey-creating',
  'passkey-last-way',
  'backup-codes',
  'contact-taken',
  'account-closed',
  'help-desk-chat',
];

for (const name of lastStates) {
  test(`${name} can be reached by keyboard alone [LF-12]`, async ({ openState, page }) => {
    const t = texts('en-US');
    const state = allStates[name]!;
    await openState(name, { language: 'en-US', theme: 'light' }, { byHand: true });
    for (const action of state.actions?.(t) ?? []) await act(page, action);
    await expect(page.locator('body')).toContainText(state.shows(t));
  });
}

async function act(page: Page, action: Action) {
  if ('see' in action) return expect(page.locator('body')).toContainText(action.see);
  if ('pass' in action) return page.evaluate(`idle().then(() => suspendClock(${action.pass}))`);
  if ('press' in action) {
    await reach(page, action.press, 'button, a, [role=tab], input[type=checkbox]');
    const isCheckbox = await page.evaluate(() => document.activeElement?.matches('[type=checkbox]'));
    return page.keyboard.press(isCheckbox ? 'Space' : 'Enter');
  }
  await reach(page, 'fill' in action ? action.fill : action.enter, 'input');
  if ('enter' in action) return page.keyboard.press('Enter');
  return page.keyboard.type(action.with);
}

/** Tabs to a control, forward or back; the arrow keys choose among tabs. */
async function reach(page: Page, name: string, kinds: string) {
  const call = `(${JSON.stringify(name)}, ${JSON.stringify(kinds)})`;
  await expect.poll(() => page.evaluate(`Boolean(find${call})`), `there is a control named ${name}`).toBe(true);
  await page.evaluate('idle()');
  for (let presses = 0; presses < 60; presses++) {
    const key = await page.evaluate<string | undefined>(`{
      const control = find${call};
      const focused = document.activeElement;
      const isBefore = focused.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_PRECEDING;
      if (focused === control) undefined;
      else if (control.role === 'menuitem') 'ArrowDown';
      else if (control.role === 'tab' && focused.closest('[role=tablist]')?.contains(control)) 'ArrowRight';
      else isBefore ? 'Shift+Tab' : 'Tab';
    }`);
    if (!key) return expectVisibleFocus(page, name);
    await page.keyboard.press(key);
  }
  throw new Error(`The Tab key does not reach ${name}`);
}

/** The control, or the frame or cells that it is drawn with, has an outline or a ring. */
async function expectVisibleFocus(page: Page, name: string) {
  const isVisible = await page.evaluate(() =>
    [document.activeElement!.parentElement!, ...document.activeElement!.parentElement!.querySelectorAll('*')]
      .map((element) => getComputedStyle(element))
      .some(({ outlineStyle, boxShadow }) => outlineStyle !== 'none' || boxShadow !== 'none'),
  );
  expect.soft(isVisible, `the focus of ${name} can be seen`).toBe(true);
}
