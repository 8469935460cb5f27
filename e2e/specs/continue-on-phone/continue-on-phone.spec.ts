import type { Page } from '@playwright/test';
import { qr } from '@foyer/contract/limits';
import { expect, test } from '../../fixtures/test.ts';
import { LoginPage } from '../../pages/login-page.ts';
import { SecondFactorDialog } from '../../pages/second-factor-dialog.ts';
import { expectNoAxeViolations } from '../../support/page/axe.ts';
import { alice, bob } from '../../support/people/people.ts';
import { pixel } from '../../support/page/user-agents.ts';

test.use({ locale: 'en-US' });

const untilPolled = (page: Page) => expect(() => page.clock.runFor(qr.pollInterval)).toPass();

test('a document goes from the computer to the phone and back by keyboard, with the second factor on the phone alone', async ({
  browser,
  outbox,
  page,
  t,
}) => {
  const title = t('view.document', { title: 'Lease agreement 2026' });
  const dialog = page.getByRole('dialog', { name: t('phone.title') });
  const status = dialog.getByRole('status');
  const context = await browser.newContext({ locale: 'en-US', ...pixel });
  const handset = await context.newPage();
  const onPhone = new LoginPage(handset);
  await page.clock.install();

  await test.step('the computer shows a link', async () => {
    await page.goto('/sandbox/contracts/lease');
    await page.locator('form[action$="/sign-in"] button').click();
    await new LoginPage(page).waitForHydration();
    await page.getByRole('button', { name: t('phone.title') }).press('Enter');
    await expect(dialog.getByText(title)).toBeVisible();
    await expect(status).toHaveText(t('handoff.lasts'));
    await expectNoAxeViolations(page);
  });
  await test.step('the phone opens it at the sign-in page, with the document and without the token', async () => {
    await handset.goto((await dialog.getByRole('link').getAttribute('href'))!);
    await onPhone.waitUntilOpen();
    expect(handset.url()).not.toContain('#');
    await expect(handset.getByText(title)).toBeVisible();
    await untilPolled(page);
    await expect(status).toHaveText(t('handoff.opened'));
  });
  await test.step('after both factors it asks for the number that the computer shows', async () => {
    await onPhone.attempt(bob);
    const secondFactor = new SecondFactorDialog(handset, 'en-US');
    await secondFactor.waitUntilSent();
    await secondFactor.submitCode(await outbox.code(bob.account));
    await expect(handset.getByRole('heading', { name: t('handoff.ask') })).toBeVisible();
    await expect(handset.getByText(title)).toBeVisible();
    await expectNoAxeViolations(handset);
    await untilPolled(page);
    await expect(status).toContainText(t('handoff.number'));
  });
  await test.step('the number signs the computer in, which goes on with the document', async () => {
    const number = /\d\d/.exec((await status.textContent())!)![0];
    await handset.getByRole('textbox', { name: t('handoff.field') }).fill(number);
    await handset.keyboard.press('Enter');
    await expect(handset.getByRole('heading', { name: t('handoff.confirmed.title') })).toBeVisible();
    await untilPolled(page);
    await page.waitForURL('**/sandbox/contracts/lease');
  });
  await context.close();
});

test('a wrong number ends it, and a new link signs in from a phone that is signed in already', async ({
  browser,
  home,
  login,
  page,
  t,
}) => {
  const dialog = page.getByRole('dialog', { name: t('phone.title') });
  const status = dialog.getByRole('status');
  const context = await browser.newContext({ locale: 'en-US', ...pixel });
  const handset = await context.newPage();
  const onPhone = new LoginPage(handset);
  await page.clock.install();
  await login.open({ redirectUrl: '/home?scene=sign' });
  await page.getByRole('button', { name: t('phone.title') }).click();

  /** Types this number, or the one that the computer shows. */
  async function answer(change: (number: number) => number) {
    await handset.goto((await dialog.getByRole('link').getAttribute('href'))!);
    await onPhone.waitUntilOpen();
    await onPhone.signIn(alice, '**/continue');
    await untilPolled(page);
    await expect(status).toContainText(t('handoff.number'));
    const number = Number(/\d\d/.exec((await status.textContent())!)![0]);
    await handset.getByRole('textbox', { name: t('handoff.field') }).fill(String(change(number)));
    await handset.getByRole('button', { name: t('handoff.confirm') }).click();
  }

  await answer((number) => (number === 99 ? 98 : number + 1));
  await expect(handset.getByRole('heading', { name: t('handoff.wrong.title') })).toBeVisible();
  await untilPolled(page);
  await expect(status).toHaveText(t('handoff.declined'));
  await dialog.getByRole('button', { name: t('handoff.again') }).click();
  await expect(status).toHaveText(t('handoff.lasts'));
  await answer((number) => number);
  await expect(handset.getByRole('heading', { name: t('handoff.confirmed.title') })).toBeVisible();
  await untilPolled(page);
  await page.waitForURL('**/home?scene=sign');
  await expect(home.greeting).toBeVisible();
  await context.close();
});
