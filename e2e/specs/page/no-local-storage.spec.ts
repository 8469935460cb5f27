import { expect, test } from '../../fixtures/test.ts';
import { alice } from '../../support/people.ts';

test('a browser without local storage can change tabs and sign in [LF-04] [AC-51]', async ({ login, page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('refused', 'SecurityError');
      },
    });
  });
  await login.open();
  for (const tab of [login.codeTab, login.passwordTab]) {
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
  }
  await login.signIn(alice);
});
