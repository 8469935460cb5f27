import { toast } from '@foyer/contract/limits';
import { minutes } from '@foyer/contract/time';
import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from '../../support/axe.ts';
import type { CodePart } from '../../pages/code-part.ts';
import type { LoginPage } from '../../pages/login-page.ts';
import { newMobile } from '../../support/new-accounts.ts';
import type { Outbox } from '../../support/outbox.ts';
import { stopClock } from '../../support/page-clock.ts';
import { alice } from '../../support/people.ts';
import { expect, test, languageWidths, widths } from '../../fixtures/test.ts';
import { saidTo, watchCalls, watchLeaving } from '../../support/wire.ts';

const password = 'Quiet-Harbour7';

for (const { language, width } of languageWidths) {
  test.describe(`${language}, ${width}`, () => {
    test.use({ locale: language, ...widths[width] });

    test('someone new sets a password, is told so, goes on, and signs in with it the next time [DG-08]', async ({
      login,
      code,
      outbox,
      home,
      page,
    }) => {
      await page.clock.install();
      const account = await arrive({ login, code, outbox, page });
      const dialog = page.getByRole('dialog', { name: code.words.setPassword });
      await expectNoAxeViolations(page);
      const calls = watchCalls(page);
      const { field, again, confirm } = partsOf(page, code);
      await field.fill(password);
      await again.fill(password);
      await stopClock(page);
      await confirm.click();
      await expect(page.getByText(code.words.passwordSet)).toBeVisible();
      expect(saidTo(calls, '/v1/sender/setupPwd')).toEqual([
        { serviceId: expect.stringMatching(/.+/), newPassword: expect.stringMatching(/^[0-9a-f]{64}$/) },
      ]);

      const leftFor = watchLeaving(page);
      await page.clock.runFor(toast.shownFor - 1);
      expect(await leftFor()).toEqual([]);
      await expect(dialog).toBeVisible();
      await page.clock.runFor(1);
      await page.clock.resume();
      await page.waitForURL('**/home');
      await home.signOut();
      await login.open();
      await login.signIn({ name: alice.name, account, password });
    });
  });
}

test('a first password is held to the same rules, and told the same [DG-08] [VA-02] [VA-03]', async ({
  login,
  code,
  outbox,
  page,
}) => {
  await arrive({ login, code, outbox, page });
  const { dialog, field, again, confirm } = partsOf(page, code);
  const problems = dialog.locator('[role=alert]:not(.unseen):not(:empty)');
  await expect(confirm).toBeDisabled();
  await field.press('Enter');
  await expect(problems).toHaveText([code.words.emptyNewPassword, code.words.emptyAgain]);
  await field.fill('12345678');
  await again.fill('12345679');
  await confirm.click();
  await expect(problems).toHaveText([code.words.passwordRule, code.words.different]);
  await expectNoAxeViolations(page);

  await field.fill('Password123');
  await again.fill('Password123');
  await confirm.click();
  await expect(problems).toHaveText([code.words.common]);
  await expect(field).toHaveValue('Password123');
  await expect(field).toBeFocused();
  await field.fill(password);
  await again.fill(password);
  await confirm.click();
  await page.waitForURL('**/home');
});

for (const [how, leave] of [
  ['skipping', (page: Page) => page.getByRole('button', { name: 'Skip' }).click()],
  ['closing', (page: Page) => page.getByRole('button', { name: 'Close' }).click()],
] as const) {
  test(`${how} goes on without a password [DG-08] [LF-14]`, async ({ login, code, outbox, home, page }) => {
    await arrive({ login, code, outbox, page }, { redirectUrl: '/home?from=here' });
    const calls = watchCalls(page);
    await leave(page);
    await page.waitForURL('**/home?from=here');
    await expect(home.devices).toHaveCount(1);
    expect(saidTo(calls, '/v1/sender/setupPwd')).toEqual([]);
  });
}

test('who waits too long may not set one any more, is told so and can go on [DG-08]', async ({
  login,
  code,
  outbox,
  service,
  page,
}) => {
  await arrive({ login, code, outbox, page });
  const { dialog, field, again, confirm, skip } = partsOf(page, code);
  await field.fill(password);
  await again.fill(password);
  await service.moveClock(minutes(10));
  await confirm.click();
  await expect(dialog.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
  await expect(field).toHaveValue(password);
  await skip.click();
  await page.waitForURL('**/home');
});

interface Visit {
  login: LoginPage;
  code: CodePart;
  outbox: Outbox;
  page: Page;
}

/** Signs in as someone new, up to the question for a password. */
async function arrive({ login, code, outbox, page }: Visit, query: Record<string, string> = {}) {
  const mobile = newMobile();
  await login.open({ preLoginWay: 'authCode', redirectUrl: '/home', ...query });
  await login.account.fill(mobile);
  await code.ask();
  await code.field.fill(await outbox.code(mobile));
  await login.submit.click();
  await page.getByRole('button', { name: code.words.agree }).click();
  await partsOf(page, code).dialog.waitFor();
  return mobile;
}

function partsOf(page: Page, { words }: CodePart) {
  const dialog = page.getByRole('dialog', { name: words.setPassword });
  return {
    dialog,
    field: dialog.getByRole('textbox', { name: words.newPassword, exact: true }),
    again: dialog.getByRole('textbox', { name: words.again }),
    confirm: dialog.getByRole('button', { name: words.confirm }),
    skip: dialog.getByRole('button', { name: words.skip }),
  };
}
