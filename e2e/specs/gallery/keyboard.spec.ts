import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures/gallery.ts';
import { allStates } from '../../gallery/all-states.ts';
import type { Action } from '../../gallery/gallery-state.ts';
import { texts } from '../../support/texts.ts';

/** States at the end of each flow; what leads to them is done by keyboard. */
const flows = {
  'sign-in and its dialogs': [
    'password-locked',
    'consent-busy',
    'second-factor-wrong',
    'identity-check-wrong',
    'identity-check-claimed',
  ],
  'sign-in with a code': ['code-wrong', 'set-password-typed'],
  'scan, bind and one click': ['scan-alipay', 'bind-mobile-elsewhere', 'one-click-busy', 'scan-confirm-yes'],
  'registration and recovery': ['register-busy', 'retrieve-done', 'find-account-found', 'find-account-person-code'],
  'company sign-in, home and help': ['sso-unknown-domain', 'sso-bind-wrong-code', 'home-unlinked', 'help-desk-chat'],
};

for (const [flow, names] of Object.entries(flows)) {
  test(`${flow} can be completed by keyboard alone [LF-12]`, async ({ openState, page }) => {
    const t = texts('en-US');
    for (const name of names) {
      await test.step(name, async () => {
        const state = allStates[name]!;
        await openState(name, { language: 'en-US', theme: 'light' }, { byHand: true });
        for (const action of state.actions?.(t) ?? []) await act(page, action);
        await expect(page.locator('body')).toContainText(state.shows(t));
      });
    }
  });
}

async function act(page: Page, action: Action) {
  if ('see' in action) return expect(page.locator('body')).toContainText(action.see);
  if ('pass' in action) return page.evaluate(`moveClock(${action.pass})`);
  if ('press' in action) {
    await reach(page, action.press, 'button, a, [role=tab], input[type=checkbox]');
    const isCheckbox = await page.locator('input[type=checkbox]:focus').count();
    return page.keyboard.press(isCheckbox ? 'Space' : 'Enter');
  }
  await reach(page, 'fill' in action ? action.fill : action.enter, 'input');
  if ('enter' in action) return page.keyboard.press('Enter');
  return page.keyboard.type(action.with);
}

/** Tabs to a control, as often as it takes to go once round the page; the arrow keys choose among tabs. */
async function reach(page: Page, name: string, kinds: string) {
  const call = `(${JSON.stringify(name)}, ${JSON.stringify(kinds)})`;
  await expect.poll(() => page.evaluate(`Boolean(find${call})`), `there is a control named ${name}`).toBe(true);
  await page.evaluate('new Promise((resolve) => { requestIdleCallback(resolve); })');
  for (let presses = 0; presses < 60; presses++) {
    const at = await page.evaluate<'control' | 'its tabs' | 'elsewhere'>(`{
      const control = find${call};
      const focused = document.activeElement;
      if (focused === control) 'control';
      else if (control?.role === 'tab' && focused.closest('[role=tablist]')?.contains(control)) 'its tabs';
      else 'elsewhere';
    }`);
    if (at === 'control') return expectVisibleFocus(page, name);
    await page.keyboard.press(at === 'its tabs' ? 'ArrowRight' : 'Tab');
  }
  throw new Error(`The Tab key does not reach ${name}`);
}

/** The control or what directly surrounds it has an outline or a ring. */
async function expectVisibleFocus(page: Page, name: string) {
  const isVisible = await page.evaluate(() =>
    [document.activeElement!, document.activeElement!.parentElement!]
      .map((element) => getComputedStyle(element))
      .some(({ outlineStyle, boxShadow }) => outlineStyle !== 'none' || boxShadow !== 'none'),
  );
  expect.soft(isVisible, `the focus of ${name} can be seen`).toBe(true);
}
