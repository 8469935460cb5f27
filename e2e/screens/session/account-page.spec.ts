import { endSession, getCurrentAccount, undoUnlink, unlinkIdentity } from '@foyer/contract/flows/session';
import { toast, unlinkUndo } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/screen.ts';
import { account } from '../../scripted/usual-answers.ts';

const mine = account('en-US');

test('the account page shows name, account, device and sign-in method, also when it is loaded only at the second try [D-18] [PG-04] [ER-03]', async ({
  home,
  site,
  page,
  t,
}) => {
  const unverified = { is: 'done', data: { ...mine, realNameStatus: false } } as const;
  const prompt = page.getByRole('region', { name: t('home.realName.title') });
  site.answer(getCurrentAccount, { status: 500, text: '' }, unverified);
  await page.goto('/account');
  await page.getByRole('button', { name: t('common.retry') }).click();
  await expect(home.greeting).toContainText(mine.name);
  await expect(page.getByRole('main')).toContainText(mine.mobile);
  await expect(home.devices.first()).toContainText('Chrome');
  await expect(home.devices.first()).toContainText(t('way.password'));
  await expect(home.devices.first().getByText('4 minutes ago'), 'the exact time').toHaveAttribute('title', /2026/);
  await test.step('it asks for real-name verification only when requested and missing', async () => {
    await expect(prompt).toHaveCount(0);
    for (const realNameStatus of [false, true]) {
      site.answer(getCurrentAccount, { is: 'done', data: { ...mine, realNameStatus } });
      await page.goto('/account?scene=realname');
      await expect(home.greeting).toContainText(mine.name);
      await expect(prompt).toHaveCount(realNameStatus ? 0 : 1);
    }
  });
});

test('a toast is shown for two seconds, and stays while the pointer is over it or it has the focus [SH-13]', async ({
  home,
  site,
  page,
  clock,
  t,
}) => {
  const [current, other] = mine.sessions;
  const sessions = [current!, other!, { ...other!, id: 'session-3' }];
  site.answer(getCurrentAccount, { is: 'done', data: { ...mine, sessions } });
  site.answer(endSession, { is: 'done', data: null });
  const endSessionAndMoveAway = async () => {
    await home.endOtherSession();
    await expect(home.toast).toBeVisible();
    await page.mouse.move(0, 0);
  };
  await page.goto('/account');
  await endSessionAndMoveAway();
  await expect(home.devices).toHaveCount(2);
  await clock.run(toast.shownFor - 1);
  await expect(home.toast).toBeVisible();
  await clock.run(1);
  await expect(home.toast).toHaveCount(0);

  await endSessionAndMoveAway();
  const message = home.toast.getByText(t('home.sessions.ended'));
  await message.hover();
  await clock.run(seconds(30));
  await expect(home.toast).toBeVisible();
  await message.focus();
  await page.mouse.move(0, 0);
  await clock.run(seconds(30));
  await expect(home.toast).toBeVisible();
  await message.blur();
  await clock.run(toast.shownFor);
  await expect(home.toast).toHaveCount(0);
});

test('unlinking an identity asks first; then the next row has the focus [D-18]', async ({ home, site, page, t }) => {
  const apps = [t('qr.switch.wechat'), `${t('way.sso')} · acme`] as const;
  await page.goto('/account');
  await expect(home.identities).toContainText(apps);
  await test.step('a person who cancels keeps the identity', async () => {
    await home.unlinkButton(apps[0]).click();
    await expect(home.dialog).toHaveAccessibleName(t('home.unlink.title', { name: apps[0] }));
    await page.keyboard.press('Escape');
    await expect(home.dialog).toHaveCount(0);
    await expect(home.unlinkButton(apps[0])).toBeFocused();
    expect(site.callsOf(unlinkIdentity)).toEqual([]);
  });
  await test.step('a refusal stays beside the identities until the next action', async () => {
    site.answer(unlinkIdentity, { is: 'lastWayIn' }, { is: 'done', data: null });
    const problem = page
      .getByRole('region', { name: t('home.identities') })
      .getByRole('alert')
      .filter({ hasText: /./ });
    await home.unlinkButton(apps[0]).click();
    await home.dialog.getByRole('button', { name: t('home.identities.unlink') }).click();
    await expect(problem).toHaveText(t('home.identities.lastWay'));
    await expect(home.toast).toHaveCount(0);
    await expect(home.unlinkButton(apps[0])).toBeFocused();
  });
  await home.unlink(apps[0]);
  await expect(home.identities).toContainText([apps[1]]);
  await expect(home.identities).toHaveCount(1);
  await expect(home.identities.first()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(home.unlinkButton(apps[1])).toBeFocused();
});

test('who has unlinked an identity can undo it, by the keyboard too', async ({ home, site, page, t }) => {
  const name = t('qr.switch.wechat');
  site.answer(unlinkIdentity, { is: 'done', data: null });
  site.answer(undoUnlink, { is: 'undoExpired' }, { is: 'done', data: null });
  await page.goto('/account');
  await home.unlink(name);
  const undo = page.getByRole('button', { name: `${t('home.identities.undo')}: ` });
  await undo.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: t('home.identities.notUndone') })).toBeVisible();
  await home.unlink(t('way.sso'));
  await undo.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: t('home.identities.linkedAgain') })).toBeVisible();
  await expect(undo).toHaveCount(0);
  await expect(home.unlinkButton(name)).toBeVisible();
});

test('an app that was unlinked has one row: with Undo for a minute, then with the button that links it', async ({
  home,
  site,
  page,
  clock,
  t,
}) => {
  const name = t('qr.switch.wechat');
  const linked = page.getByRole('region', { name: t('home.identities') });
  const rows = linked.getByRole('listitem').filter({ hasText: name });
  const undo = rows.getByRole('button', { name: `${t('home.identities.undo')}: ` });
  const link = rows.getByRole('button', { name: `${t('link.app.add')}: ${name}`, exact: true });
  const identities = mine.identities.filter(({ provider }) => provider !== 'wechat');
  site.answer(unlinkIdentity, { is: 'done', data: null });
  await page.goto('/account');
  await home.unlink(name);
  await expect(undo).toBeVisible();
  await expect(rows).toHaveCount(1);
  await test.step('a question about something else, and its answer, leave the row as it is', async () => {
    await page.getByRole('button', { name: t('home.signOutEverywhere') }).click();
    await expect(rows).toHaveCount(1);
    await expect(link).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(undo).toBeVisible();
  });
  await test.step('a minute later it can be linked', async () => {
    site.answer(getCurrentAccount, { is: 'done', data: { ...mine, identities } });
    await clock.run(unlinkUndo.lifetime);
    await expect(link).toBeVisible();
    await expect(rows).toHaveCount(1);
  });
  await test.step('so it can after Undo was refused; a lost connection leaves Undo to be pressed again', async () => {
    site.answer(getCurrentAccount, { is: 'done', data: mine });
    site.answer(undoUnlink, 'lost', { is: 'undoExpired' });
    await page.goto('/account');
    await home.unlink(name);
    await undo.press('Enter');
    await expect(linked.getByRole('alert').filter({ hasText: t('common.network') })).toBeVisible();
    await undo.press('Enter');
    await expect(link).toBeVisible();
    await expect(rows).toHaveCount(1);
  });
});

test('a page restored from the back-forward cache reloads without what was typed [AC-54]', async ({ login, page }) => {
  await login.open();
  await login.password.fill('Quiet-Harbour-7');
  const anew = page.waitForRequest(/\/login\/web/);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await anew;
  await login.waitForHydration();
  await expect(login.password).toHaveValue('');
});

test('rendered with the account, the page shows it without a call, as text [PG-04] [ER-04]', async ({
  home,
  site,
  page,
}) => {
  const name = '</script><b>An</b>';
  site.show({ account: { data: { ...mine, name }, readAt: Date.parse(mine.sessions[0]!.lastSeenAt) } });
  site.hold(getCurrentAccount);
  await page.goto('/account');
  await expect(home.greeting).toContainText(name);
  await expect(home.devices.first()).toContainText('Chrome');
  await home.devices
    .first()
    .getByText(/ago|now/)
    .first()
    .waitFor();
  expect(site.callsOf(getCurrentAccount)).toEqual([]);
});
