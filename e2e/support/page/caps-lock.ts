import { type Locator, type Page, expect } from '@playwright/test';
import { texts } from './texts.ts';

/** A person types in the field that has the focus, with Caps Lock on and then off. */
export async function expectCapsLockShown(page: Page, field: Locator) {
  const hint = texts('en-US')('login.password.capsLock');
  const press = (capsLock: boolean) =>
    field.evaluate((element, modifierCapsLock) => {
      const key = { key: modifierCapsLock ? 'A' : 'a', code: 'KeyA', bubbles: true, modifierCapsLock };
      element.dispatchEvent(new KeyboardEvent('keyup', key));
    }, capsLock);
  await press(true);
  await expect(page.getByText(hint)).toBeVisible();
  await expect(field).toHaveAccessibleDescription(hint);
  await press(false);
  await expect(page.getByText(hint)).toHaveCount(0);
}
