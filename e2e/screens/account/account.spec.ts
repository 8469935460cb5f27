import { createHash } from 'node:crypto';
import { disownActivity, getActivity, getAcceptedAgreements, proveByPassword } from '@foyer/contract/flows/account';
import { changeName } from '@foyer/contract/flows/change-name';
import { changePassword } from '@foyer/contract/flows/change-password';
import { requestIdentityUrl } from '@foyer/contract/flows/real-name';
import { endSession, getCurrentAccount } from '@foyer/contract/flows/session';
import { expect, test } from '../../fixtures/screen.ts';
import { account, minutesAgo } from '../../scripted/usual-answers.ts';

const password = 'Quiet-Harbour7';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const done = { is: 'done', data: null } as const;

test('a change that needs a fresh proof asks who it is, and is made once that is proven [D-43]', async ({
  home,
  page,
  site,
  t,
}) => {
  const asked = { is: 'needsFreshProof' as const, data: { ways: ['password' as const], preServiceId: 'session-1' } };
  site.answer(endSession, asked, asked, asked, done);
  const dialog = page.getByRole('dialog', { name: t('proof.title') });
  const field = dialog.getByLabel(t('pwd.label'), { exact: true });
  await page.goto('/account');
  await test.step('closing the question changes nothing', async () => {
    await home.endOtherSession();
    await expect(field).toBeFocused();
    await expect(dialog.locator('input[autocomplete=username]'), 'for password managers').toHaveValue(/^138/);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(home.devices).toHaveCount(2);
  });
  await test.step('who has none of the ways is told where a lost one is reset', async () => {
    await home.endOtherSession();
    await dialog.getByRole('button', { name: t('proof.noneOfThese') }).click();
    await expect(dialog).toContainText(t('proof.none'));
    await expect(dialog.getByRole('link', { name: t('proof.signInAgain') })).toBeVisible();
    await page.keyboard.press('Escape');
  });
  await test.step('a wrong password is refused', async () => {
    site.answer(proveByPassword, { is: 'wrongCredentials', data: { attemptsLeft: 4 } });
    await home.endOtherSession();
    await field.fill('Wrong-2026');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert').filter({ hasText: t.prefix('proof.password.wrong') })).toBeVisible();
  });
  await test.step('the right one makes the change, also when Escape is pressed meanwhile', async () => {
    const answerProof = site.hold(proveByPassword);
    await field.fill(password);
    await page.keyboard.press('Enter');
    await site.waitForCalls(proveByPassword, 2);
    await page.keyboard.press('Escape');
    answerProof(done);
    await expect(home.devices).toHaveCount(1);
    await expect(dialog).toHaveCount(0);
    expect(site.bodiesOf(proveByPassword).at(-1)).toMatchObject({ credentials: sha256(password) });
    expect(site.callsOf(endSession)).toHaveLength(4);
  });
});

test('"not me" at a sign-in leads through securing the account [D-43]', async ({ page, site, t }) => {
  const where = { actor: 'person', device: 'Safari · macOS', address: '203.0.113.*', current: false } as const;
  const signIn = { ...where, id: '7', type: 'signIn', method: 'wechat', at: minutesAgo(9) } as const;
  const disowned = { ...where, id: '8', type: 'signInDisowned', at: minutesAgo(0) } as const;
  site.answer(getActivity, { is: 'done', data: { events: [signIn], more: false } });
  site.answer(disownActivity, { is: 'done', data: { sessionEnded: true } });
  await page.goto('/account');
  const notMe = page.getByRole('button', { name: `${t('activity.notMe')}: ${t('activity.type.signIn')}` });
  await test.step('it asks once, and a press by mistake changes nothing', async () => {
    await notMe.press('Enter');
    await expect(page.getByRole('dialog')).toHaveAccessibleName(t('activity.disown.title'));
    await page.keyboard.press('Escape');
    await expect(notMe).toBeFocused();
    expect(site.callsOf(disownActivity)).toEqual([]);
  });
  await notMe.press('Enter');
  await page.getByRole('button', { name: t('activity.disown.confirm') }).click();
  const dialog = page.getByRole('dialog', { name: t('secure.title') });
  await expect(dialog).toContainText(t('secure.ended'));
  expect(site.callsOf(disownActivity)).toMatchObject([{ path: '/user/accounts/activity/7/disown' }]);
  site.answer(getActivity, { is: 'done', data: { events: [disowned, signIn], more: false } });
  await dialog.getByRole('button', { name: t('secure.end') }).click();
  await expect(page.getByText(t('activity.type.signInDisowned'))).toBeVisible();
});

test('a receipt of the agreement can be downloaded, also when the list is loaded only at the second try [D-43]', async ({
  home,
  page,
  site,
  t,
}) => {
  const agreement = { version: '2026-01-01', language: 'en-US', agreedAt: minutesAgo(9000), inForce: true };
  site.answer(getAcceptedAgreements, 'lost', { is: 'done', data: { consents: [agreement] } });
  await page.goto('/account');
  await page
    .getByRole('region', { name: t('account.data') })
    .getByRole('button', { name: t('common.retry') })
    .click();
  const downloading = page.waitForEvent('download');
  await home.receipts.click();
  expect((await downloading).suggestedFilename()).toMatch(/^consent-.+\.txt$/);
});

test('a person changes the password by keyboard alone', async ({ page, site, t }) => {
  site.answer(changePassword, done);
  await page.goto('/account');
  await page.getByRole('button', { name: `${t('password.change')}: ${t('password.title')}` }).press('Enter');
  const dialog = page.getByRole('dialog', { name: t('password.changeTitle') });
  await expect(dialog.getByLabel(t('pwd.new'))).toBeFocused();
  await expect(dialog.locator('[autocomplete=username]'), 'for a password manager').toHaveValue(/./);
  await page.keyboard.type(password);
  await dialog.getByLabel(t('pwd.again')).fill(password);
  await expect(dialog.getByLabel(t('password.endOthers'))).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  expect(site.bodiesOf(changePassword)).toMatchObject([{ newPassword: sha256(password), endOtherSessions: true }]);
});

test('a row with several actions has one menu, which opens, moves and closes by the keyboard', async ({
  home,
  page,
  t,
}) => {
  const row = t('contact.email');
  const button = home.menuOf(row);
  const menu = page.getByRole('menu', { name: row });
  const item = (action: string) => menu.getByRole('menuitem', { name: `${action}: ${row}` });
  const [change, remove] = [item(t('contact.change')), item(t('contact.remove'))];
  await page.goto('/account');
  await expect(page.getByRole('region', { name: t('account.ways') }).getByRole('button')).toHaveCount(3);
  await test.step('the arrow keys go round, and Home and End to the ends', async () => {
    await button.press('Enter');
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    for (const [key, focused] of [
      ['ArrowDown', remove],
      ['ArrowDown', change],
      ['ArrowUp', remove],
      ['Home', change],
      ['End', remove],
    ] as const) {
      await page.keyboard.press(key);
      await expect(focused, key).toBeFocused();
    }
  });
  await test.step('Escape is back at the button, and ArrowUp opens at the last action', async () => {
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await expect(button).toBeFocused();
    await expect(button).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('ArrowUp');
    await expect(remove).toBeFocused();
  });
  await test.step('Tab, a second click and a click elsewhere close it', async () => {
    await page.keyboard.press('Tab');
    await expect(menu).toHaveCount(0);
    await button.click();
    await expect(change).toBeFocused();
    await button.click();
    await expect(menu).toHaveCount(0);
    await button.click();
    await home.greeting.click();
    await expect(menu).toHaveCount(0);
  });
  await test.step('a closed dialog of an action is back at the button', async () => {
    await button.press('ArrowDown');
    await expect(change).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveAccessibleName(t('contact.email.changeTitle'));
    await expect(menu).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
  });
});

test('a person gives a name by keyboard alone; one that is on record stays', async ({ page, site, t }) => {
  const { name, canChangeName, ...mine } = account('en-US');
  site.answer(
    getCurrentAccount,
    { is: 'done', data: { ...mine, canChangeName } },
    { is: 'done', data: { ...mine, name } },
  );
  const asked = { is: 'needsFreshProof' as const, data: { ways: ['password' as const], preServiceId: 'session-1' } };
  site.answer(changeName, { is: 'nameOnRecord' }, asked, done);
  site.answer(proveByPassword, done);
  const about = page.getByRole('region', { name: t('account.person') });
  const add = about.getByRole('button', { name: `${t('contact.add')}: ${t('name.title')}` });
  const dialog = page.getByRole('dialog', { name: t('name.addTitle') });
  await page.goto('/account');
  await test.step('a refusal is shown in the dialog', async () => {
    await add.press('Enter');
    await expect(dialog.getByLabel(t('name.title'))).toBeFocused();
    await page.keyboard.type('Mei Lin');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert').filter({ hasText: t.refusal('nameOnRecord') })).toBeVisible();
  });
  await test.step('after a fresh proof the name is saved', async () => {
    await page.keyboard.press('Enter');
    await page
      .getByRole('dialog', { name: t('proof.title') })
      .getByLabel(t('pwd.label'), { exact: true })
      .fill(password);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    expect(site.bodiesOf(changeName)).toEqual(Array(3).fill({ name: 'Mei Lin' }));
  });
  await test.step('a name that may not be changed has no button', async () => {
    await expect(about.getByText(name)).toBeVisible();
    await expect(add).toHaveCount(0);
  });
});

test('a person who is not verified goes to the identity service and comes back to the account page [SO-13]', async ({
  page,
  site,
  t,
}) => {
  site.answer(getCurrentAccount, { is: 'done', data: { ...account('en-US'), realNameStatus: false } });
  site.answer(requestIdentityUrl, { is: 'done', data: { url: '/help?at=identity-service' } });
  await page.goto('/account');
  await page.getByRole('button', { name: t('realName.verify') }).click();
  await page.waitForURL('**/help?at=identity-service');
  expect(site.bodiesOf(requestIdentityUrl)).toMatchObject([{ contextInfo: { redirectUrl: `${site.origin}/account` } }]);
});
