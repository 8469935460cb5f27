import { people } from '@foyer/sandbox/people';
import { sandbox as texts } from '@foyer/contract/texts/en-US/sandbox';
import { expect, test, widths } from '../../fixtures/test.ts';
import { expectNoAxeViolations } from '../../support/page/axe.ts';
import { alice } from '../../support/people/people.ts';

// A reset changes the accounts of everyone.
test.use({ ...widths.desktop, resetDemo: true });

const nameOf = (personId: string) => people.find(({ id }) => id === personId)!.name.en;

// The tour of the README proves how the drawer fills in a person, shows their code and scans as them.
test('the sandbox’s drawer covers no form, can be used in a dialog, and resets the demo', async ({
  login,
  helpDesk,
  secondFactor,
  page,
  t,
}) => {
  const tab = page.getByRole('button', { name: texts.open });
  const drawer = page.getByRole('complementary', { name: texts.title });
  const pick = (personId: string) => drawer.getByRole('button', { name: new RegExp(`^${nameOf(personId)} `) }).click();

  await test.step('Escape closes it, and the focus returns to its tab', async () => {
    await login.open();
    await tab.click();
    await expect(drawer.getByRole('heading', { name: texts.title })).toBeFocused();
    await expect(drawer.getByRole('listitem')).toHaveCount(people.length);
    await expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    await expect(drawer.getByRole('heading')).toHaveCount(0);
    await expect(tab).toBeFocused();
  });

  await test.step('while it is open, the hero that it covers in part is not shown', async () => {
    const hero = page.getByText(t('hero.text'));
    const banner = page.getByRole('main').locator('[data-shown] img');
    await expect(hero).toBeVisible();
    await expect(banner).toBeVisible();
    await tab.click();
    await expect(hero).toBeHidden();
    await expect(banner).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(hero).toBeVisible();
    await expect(banner).toBeVisible();
  });

  await test.step('in a window of 1024 px it covers neither the form nor the QR code', async () => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await helpDesk.entry.click();
    await expect(helpDesk.articles.first()).toBeVisible();
    const tabInSheet = helpDesk.popover.getByRole('button', { name: texts.open });
    await expect(tabInSheet, 'its tab stays behind the sheet of the help desk').toHaveCount(0);
    await page.keyboard.press('Escape');
    await tab.click();
    await expect(async () => {
      const drawn = (await drawer.locator(':scope > div').boundingBox())!;
      for (const covered of [login.account, page.getByRole('img', { name: /Scan with/ })])
        expect((await covered.boundingBox())!.x).toBeGreaterThan(drawn.x + drawn.width);
    }).toPass();
    await page.keyboard.press('Escape');
    await page.setViewportSize(widths.desktop.viewport);
  });

  await test.step('it can be used in a dialog, which stays open when Escape closes the drawer', async () => {
    await tab.click();
    await pick('bob');
    await expect(login.password).toBeFocused();
    await page.keyboard.press('Enter');
    await secondFactor.waitUntilSent();
    await drawer.getByRole('heading', { name: texts.title }).click();
    await page.keyboard.press('Escape');
    await tab.click();
    await drawer.getByRole('button', { name: texts.fillIn }).first().click();
    await page.waitForURL('**/home');
  });

  await test.step('a reset ends the session and empties the inbox', async () => {
    await page.goto('/login/web');
    await tab.click();
    await expect(drawer.getByRole('button', { name: texts.fillIn }).first()).toBeVisible();
    await drawer.getByRole('button', { name: texts.reset }).click();
    await expect(page.getByText(texts.resetDone)).toBeVisible();
    await expect(drawer.getByText(texts.noMessages)).toBeVisible();
    await page.goto('/home');
    await page.waitForURL('**/login/web?*');
  });
});

test('the phone in the drawer scans the QR code that is on the page, until its owner has answered', async ({
  login,
  home,
  page,
  t,
}) => {
  const drawer = page.getByRole('complementary', { name: texts.title });
  const phone = drawer.getByRole('region', { name: texts.phoneOf(nameOf('alice')) });
  const take = drawer.getByRole('button', { name: texts.scanAs(nameOf('alice')) });
  const button = (name: string) => phone.getByRole('button', { name, exact: true });
  const app = (name: 'wechat' | 'alipay' | 'dingtalk') => t(`qr.switch.${name}`);

  await test.step('it asks what the app asks, and nothing behind it can be used', async () => {
    await login.open();
    await page.getByRole('button', { name: texts.open }).click();
    await take.click();
    await expect(phone.getByRole('heading', { name: texts.phoneOf(nameOf('alice')) })).toBeFocused();
    await expect(phone.getByRole('status')).toContainText(app('wechat'));
    await expect(phone.getByRole('definition').filter({ hasText: 'Chrome' })).toBeVisible();
    await expect(take).toBeHidden();
    await expectNoAxeViolations(page);
  });
  await test.step('it sees the QR code of the app that is chosen next', async () => {
    await page.getByRole('tab', { name: app('alipay') }).click();
    await expect(phone.getByRole('status')).toContainText(app('alipay'));
  });
  await test.step('an answer is said, and Escape puts the phone away, where it was taken', async () => {
    await button(texts.decline).click();
    await expect(phone.getByRole('status')).toContainText(texts.answers.declined);
    await expect(page.getByText(t('qr.denied'))).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(take).toBeFocused();
  });
  await test.step('it finds the QR code in the frame of an app, and signs in', async () => {
    await take.press('Enter');
    await expect(phone.getByText(texts.noQrCode)).toBeVisible();
    await page.getByRole('tab', { name: app('dingtalk') }).click();
    await button(texts.confirm).click();
    await page.waitForURL('**/home');
    await expect(home.greeting).toContainText(nameOf('alice'));
  });
});

test('a browser without an authenticator uses that of the sandbox, on the sign-in page and on the account page', async ({
  login,
  home,
  page,
  t,
}) => {
  const tab = page.getByRole('button', { name: texts.open });
  const drawer = page.getByRole('complementary', { name: texts.title });
  const entry = page.getByRole('button', { name: t('passkey.entry'), exact: true });
  const mia = drawer.getByRole('button', { name: new RegExp(`^${nameOf('mia')} `) });

  await test.step('it has the passkey of a person who is shown with one', async () => {
    await login.open();
    await tab.click();
    await expect(mia).toContainText('Passkey');
    await drawer.getByRole('button', { name: texts.useAuthenticator, exact: true }).click();
    await expect(drawer.getByText(texts.keptBy.sandbox)).toBeVisible();
    await entry.click();
    await page.waitForURL('**/home');
    await expect(home.greeting).toContainText(nameOf('mia'));
    await home.signOut();
  });

  await test.step('it is offered after a sign-in, and adds one on the account page', async () => {
    // The drawer brings the authenticator, without which no passkey is offered.
    await expect(tab).toBeVisible();
    await login.fill(alice);
    await login.submit.click();
    const offer = page.getByRole('dialog', { name: t('passkey.offer.title') });
    await offer.getByRole('button', { name: t('passkey.offer.later') }).click();
    await page.waitForURL('**/home');
    // The drawer, which brings the authenticator, comes when the page is idle.
    await tab.click();
    await expect(drawer.getByText(texts.keptBy.sandbox)).toBeVisible();
    await expect(drawer.getByText(texts.signInAs)).toHaveCount(0);
    await page.keyboard.press('Escape');
    const section = page.getByRole('region', { name: t('passkey.section') });
    await section.getByRole('button', { name: t('passkey.add') }).click();
    await expect(section.getByText(t('passkey.unnamed'), { exact: true })).toBeVisible();
    await home.signOut();
  });

  await test.step('which signs in', async () => {
    await expect(tab).toBeVisible();
    await entry.click();
    await page.waitForURL('**/home');
    await expect(home.greeting).toContainText(nameOf('alice'));
    await home.signOut();
  });

  await test.step('the browser’s own ones come back', async () => {
    await tab.click();
    // The list of people, once it has loaded, moves what is below it.
    await expect(mia).toBeVisible();
    await drawer.getByRole('button', { name: texts.leaveAuthenticator }).click();
    await tab.click();
    await expect(drawer.getByText(texts.keptBy.none)).toBeVisible();
  });
});

test('the panel shows a mail as its reader sees it, and signs in as a person', async ({
  login,
  code,
  outbox,
  page,
}) => {
  await login.open({ preLoginWay: 'authCode' });
  await login.account.fill('fay@example.com');
  await code.send();
  const sent = await outbox.code('fay@example.com');
  await page.goto('/sandbox');
  const mail = page.frameLocator('iframe.mail');
  await expect(mail.getByText(sent, { exact: true })).toBeVisible();
  await expect(mail.locator('h1')).toHaveCSS('font-size', '20px');

  const link = page.getByRole('link', { name: `Sign in as ${nameOf('bob')}` });
  await page.goto((await link.getAttribute('href')) ?? '');
  await expect(login.account).toHaveValue(/138 ?0013 ?8001/);
  await expect(login.password).toHaveValue('Foyer-2026');
});
