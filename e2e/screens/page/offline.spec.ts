import { commitPassword } from '@foyer/contract/flows/password-login';
import { pollHandoff } from '@foyer/contract/flows/continue-on-phone';
import { qr } from '@foyer/contract/limits';
import { expect, languageWidths, test, widths } from '../../fixtures/screen.ts';
import { alice } from '../../support/people/people.ts';

test.beforeEach(({ allowErrors }) => allowErrors(/ERR_INTERNET_DISCONNECTED/));
test.afterEach(({ context }) => context.setOffline(false));

for (const { language, width } of languageWidths)
  test.describe(`${language}, ${width}`, () => {
    test.use({ locale: language, ...widths[width] });

    test('a sign-in without a network says so, keeps what was typed, and goes on by itself once [ER-03]', async ({
      login,
      page,
      context,
      site,
      t,
    }) => {
      const offline = page.getByRole('status').filter({ hasText: t('common.offline') });
      await login.open();
      await login.fill(alice);
      await page.waitForLoadState('networkidle');
      await context.setOffline(true);
      await login.submit.press('Enter');
      await expect(offline).toBeInViewport();
      await expect(login.errors).toHaveCount(0);
      await expect(login.account).toHaveValue(alice.account);
      await expect(login.password).toHaveValue(alice.password);
      expect(site.callsOf(commitPassword)).toEqual([]);
      await context.setOffline(false);
      await page.waitForURL('**/home');
      expect(site.callsOf(commitPassword)).toHaveLength(1);
    });
  });

test('a dialog says it inside, where it is read out, and a poll goes on [ER-03]', async ({
  login,
  page,
  context,
  clock,
  site,
  t,
}) => {
  const dialog = page.getByRole('dialog', { name: t('phone.title') });
  const offline = dialog.getByRole('status').filter({ hasText: t('common.offline') });
  site.answer(pollHandoff, { is: 'pending', data: { opened: true, number: 42 } });
  await login.open();
  await page.getByRole('button', { name: t('phone.title') }).click();
  await expect(dialog).toContainText(t('handoff.lasts'));
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await clock.run(qr.pollInterval);
  await expect(offline).toBeInViewport();
  await expect(dialog).toContainText(t('handoff.lasts'));
  await context.setOffline(false);
  await expect(dialog).toContainText(t('handoff.number'));
  await expect(offline).toHaveCount(0);
});
