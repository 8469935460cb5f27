import { expect, test } from '../../fixtures/screen.ts';
import { alice } from '../../support/people.ts';

test('on a PC the page opens with the focus on the account, or on the password when the account is known [LF-13]', async ({
  login,
}) => {
  await login.open();
  await expect(login.account).toBeFocused();
  await login.open({ localAccount: alice.account });
  await expect(login.password).toBeFocused();
  await test.step('another tab leaves the focus where it is', async () => {
    await login.codeTab.click();
    await expect(login.codeTab).toHaveAttribute('aria-selected', 'true');
    await expect(login.codeTab).toBeFocused();
  });
});
