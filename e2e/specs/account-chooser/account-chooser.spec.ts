import { expect, test, widths } from '../../fixtures/test.ts';
import { hold } from '../../support/calls.ts';
import { signInWithCode } from '../../support/code-sign-in.ts';
import { countShifts } from '../../support/layout-shifts.ts';
import { alice, dan, fay } from '../../support/people.ts';
import { recordBeacons, recordedEvents } from '../../support/tracked-events.ts';

test.use({ locale: 'en-US', ...widths.desktop });

const lastDigits = (account: string) => account.replaceAll(' ', '').slice(-4);

test('a browser in which people have signed in offers their accounts from the first paint, and signs in by keyboard alone', async ({
  login,
  home,
  page,
  t,
}) => {
  const card = (account: string) => page.getByRole('button', { name: lastDigits(account) });
  await login.open();
  await login.signIn(fay);
  await home.signOut();
  await login.signIn(alice);
  await home.signOut();

  await test.step('the cards are in the document, without a layout shift', async () => {
    const shifted = await countShifts(page);
    const document = await page.request.get('/login/web');
    expect(await document.text()).toContain(lastDigits(alice.account));
    await page.goto('/login/web');
    await login.waitForHydration();
    await expect(page.getByRole('heading', { name: t('chooser.title') })).toBeVisible();
    await expect(card(alice.account)).toContainText(t('chooser.lastUsed'));
    await expect(card(fay.account)).not.toContainText(t('chooser.lastUsed'));
    await expect(login.account).toHaveCount(0);
    expect(await shifted()).toBe(0);
  });

  await test.step('nothing about a person is in the storage that scripts can read', async () => {
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    for (const { account, name } of [alice, fay])
      for (const text of [account, lastDigits(account), name.zh, name.en]) expect(stored).not.toContain(text);
  });

  await test.step('a card leads to the password, and back', async () => {
    await card(alice.account).focus();
    await page.keyboard.press('Enter');
    await expect(login.password).toBeFocused();
    await expect(login.account).toHaveCount(0);
    await page.getByRole('button', { name: t('chooser.switch') }).press('Enter');
    await expect(page.getByRole('heading', { name: t('chooser.title') })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(login.password).toBeFocused();
    await page.keyboard.type('Wrong-2026');
    await page.keyboard.press('Enter');
    await expect(login.errors).toContainText(t.refusal('wrongCredentials', { attemptsLeft: 4 }));
    await login.password.fill(alice.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/home');
  });
});

test('an account is forgotten on this device, and another one can be typed', async ({ login, home, page, t }) => {
  await login.open();
  await login.signIn(alice);
  await home.signOut();
  await page.getByRole('button', { name: t('chooser.other') }).click();
  await expect(login.account).toBeFocused();
  await page.getByRole('button', { name: t('chooser.back') }).click();
  await page.getByRole('button', { name: t('chooser.manage') }).click();
  await page.getByRole('button', { name: t.prefix('chooser.forget.account') }).click();
  await expect(login.account).toBeFocused();
  await page.reload();
  await login.waitForHydration();
  await expect(login.account).toBeVisible();
});

test('a card leads to the way in that was used last: a code, or the page of a company', async ({
  login,
  code,
  outbox,
  home,
  sso,
  page,
}) => {
  await test.step('a code', async () => {
    await signInWithCode({ login, code, outbox }, dan.account);
    await page.waitForURL('**/home');
    await home.signOut();
    await page.getByRole('button', { name: lastDigits(dan.account) }).click();
    await expect(login.codeTab).toHaveAttribute('aria-selected', 'true');
    await code.send();
    await code.input.fill(await outbox.code(dan.account, 2));
    await login.submit.click();
    await page.waitForURL('**/home');
    await home.signOut();
  });
  await test.step('a company', async () => {
    await sso.signIn('acme-alice');
    await page.waitForURL('**/home');
    await home.signOut();
    await page.getByRole('button', { name: 'acme' }).click();
    await page.waitForURL('**/sandbox/**');
    await sso.chooseEmployee('acme-alice');
    await page.waitForURL('**/home');
  });
});

test('a card of a person who scanned shows the QR code of their app, beside the form', async ({
  login,
  qrCode,
  phone,
  bindMobile,
  home,
  page,
  browser,
  t,
}) => {
  const scanned = await qrCode.open('dingtalk', login);
  await phone.answer(await phone.scan(scanned, 'alice'), 'confirm');
  await page.waitForURL('**/home');
  await home.signOut();
  await qrCode.tabs.wechat.click();
  const card = page.getByRole('button', { name: lastDigits(alice.account) });
  await card.click();
  await expect(qrCode.tabs.dingtalk).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText(t('chooser.scan', { app: t('qr.switch.dingtalk') }))).toBeVisible();
  await expect(login.password).toBeFocused();

  await test.step('the same card shows it again after another app was selected', async () => {
    await qrCode.tabs.alipay.click();
    await expect(qrCode.tabs.alipay).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('button', { name: t('chooser.switch') }).click();
    await card.click();
    await expect(qrCode.tabs.dingtalk).toHaveAttribute('aria-selected', 'true');
    await qrCode.waitUntilShown('dingtalk');
  });

  await test.step('another app that the person chooses stays chosen after a cancelled dialog', async () => {
    const qrCodes = qrCode.watchQrCodes();
    await qrCode.tabs.alipay.click();
    await qrCode.waitUntilShown('alipay');
    await phone.confirm(await phone.scan(qrCodes.at(-1)!.url, 'carol'), browser);
    await bindMobile.dialog.waitFor();
    await page.keyboard.press('Escape');
    await qrCode.waitUntilShown('alipay');
    expect(qrCodes).toHaveLength(2);
  });
});

test('a card that is clicked before the QR code loads shows that of its app, not that of the app selected last', async ({
  login,
  qrCode,
  phone,
  home,
  page,
  browser,
}) => {
  await recordBeacons(page);
  await phone.confirm(await phone.scan(await qrCode.open('wechat', login), 'alice'), browser);
  await qrCode.runUntilPolled();
  await page.waitForURL('**/home');
  await home.signOut();
  await page.evaluate(() => localStorage.setItem('preQrLoginWay', 'alipay'));
  const release = await hold(page, '**/assets/later.*');
  await page.reload();
  await login.waitForHydration();
  await page.getByRole('button', { name: lastDigits(alice.account) }).click();
  await expect(login.password).toBeFocused();
  release();
  await qrCode.waitUntilShown('wechat');
  const switches = (await recordedEvents(page)).filter(({ name }) => name === 'qr_switch');
  expect(switches, 'WeChat was selected all the time').toEqual([]);
});
