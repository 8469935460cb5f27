import { minutes } from '@foyer/contract/time';
import { expect, test, widths } from '../../fixtures/test.ts';
import { alice } from '../../support/people/people.ts';

test.use({ locale: 'en-US', ...widths.desktop });

test('on a shared computer the session is named so and ends soon, and nothing of the account is left [D-55]', async ({
  login,
  home,
  service,
  page,
  t,
}) => {
  await login.open();
  await login.sharedComputer.check();
  await login.signIn(alice);
  await expect(page.locator('#devices').getByText(t('home.sessions.shared'))).toBeVisible();

  await test.step('it ends after half an hour without use', async () => {
    await service.moveClock(minutes(30));
    await page.goto('/account');
    await login.waitUntilOpen();
  });
  await test.step('the sign-in page shows no card and begins without the choice', async () => {
    await login.waitForHydration();
    await expect(login.account).toBeVisible();
    await expect(login.otherAccount).toHaveCount(0);
    await expect(login.sharedComputer).not.toBeChecked();
  });
  await test.step('without the choice there is a card, and the session lasts', async () => {
    await login.open();
    await login.signIn(alice);
    await expect(page.locator('#devices').getByText(t('home.sessions.here'))).toBeVisible();
    await expect(page.locator('#devices').getByText(t('home.sessions.shared'))).toHaveCount(0);
    await home.signOut();
    await expect(login.otherAccount).toBeVisible();
  });
});
