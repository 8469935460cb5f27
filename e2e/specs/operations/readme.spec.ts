import { readFileSync } from 'node:fs';
import { people } from '@foyer/sandbox/people';
import { sandbox as texts } from '@foyer/contract/texts/en-US/sandbox';
import { expect, test, widths } from '../../fixtures/test.ts';
import { expectNoAxeViolations } from '../../support/page/axe.ts';
import { LoginPage } from '../../pages/login-page.ts';
import { alice } from '../../support/people/people.ts';
import { waitForHydration } from '../../support/page/hydration.ts';

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');

// The tour registers a person and resets the demo. It runs with the animations that most people see.
test.use({ ...widths.desktop, resetDemo: true, reducedMotion: 'no-preference' });

test('the tour of the README works as written', async ({
  browser,
  login,
  code,
  agreement,
  setPassword,
  secondFactor,
  sso,
  home,
  page,
  t,
}) => {
  const drawer = page.getByRole('complementary', { name: texts.title });
  const personOf = (id: string) => people.find((person) => person.id === id)!;
  const nameOf = (id: string) => personOf(id).name.en;
  const tour = readme.slice(readme.indexOf('## Try it in two minutes'), readme.indexOf('## What you see'));
  const steps = [...tour.matchAll(/^\d+\. ([^]*?)(?=^\d+\. |\n\n)/gm)].map(([, text]) => text!.replaceAll(/\s+/g, ' '));

  /** A step names what is pressed, so that a renamed button makes the README wrong and this test red. */
  const step = (number: number, words: readonly string[], walk: () => Promise<void>) =>
    test.step(`step ${number}`, async () => {
      for (const word of words) expect(steps[number - 1], `step ${number}`).toContain(word);
      await walk();
    });
  async function openDrawer() {
    // A sign-out has led here; the browser remembers the account.
    await login.waitForHydration();
    await login.showForm();
    await page.getByRole('button', { name: texts.open }).click();
  }
  const pick = (id: string) => drawer.getByRole('button', { name: new RegExp(`^${nameOf(id)} `) }).click();
  async function signInByCode(id: string) {
    await pick(id);
    await code.send();
    const message = drawer.getByRole('listitem').filter({ hasText: personOf(id).mobile! });
    await message.getByRole('button', { name: texts.fillIn }).click();
  }
  async function arriveAndSignOut() {
    await page.waitForURL('**/home');
    await home.signOut();
  }

  expect(steps).toHaveLength(9);

  const signleaf = ['`/sandbox/contracts`', 'Signleaf', 'Lease agreement 2026', 'Sign in to sign', 'Verify and sign'];
  const words = [...signleaf, nameOf('alice'), t('login.submit'), texts.fillIn, 'Sign out everywhere'];
  await step(1, words, async () => {
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.goto('/sandbox/contracts');
    await page.getByRole('link', { name: /^Lease agreement 2026/ }).click();
    await button('Sign in to sign').click();
    await page.waitForURL('**/login/web?*');
    await login.waitForHydration();
    await expect(page.getByText('Sign in to sign “Lease agreement 2026”')).toBeVisible();
    await page.getByRole('button', { name: texts.open }).click();
    await pick('alice');
    await expect(login.password).toBeFocused();
    await login.submit.click();
    await page.waitForURL('**/sandbox/contracts/lease');
    await expect(page.getByRole('definition').filter({ hasText: nameOf('alice') })).toBeVisible();
    await button('Verify and sign').click();
    await secondFactor.waitUntilSent();
    await page.getByRole('button', { name: texts.open }).click();
    await drawer.getByRole('button', { name: texts.fillIn }).first().click();
    await expect(page.locator('.seal')).toContainText(nameOf('alice'));
    await expectNoAxeViolations(page, 'main');
    await button('Sign out everywhere').click();
    await expect(page.getByText('You’re signed out of this application and of Foyer.')).toBeVisible();
    await expect(page.getByRole('listitem').first()).toContainText('Signed');
  });

  await step(2, ['`/login/web`', nameOf('alice'), t('login.submit'), '`/home`'], async () => {
    await page.goto('/login/web');
    await openDrawer();
    await pick('alice');
    await expect(login.password).toBeFocused();
    await login.submit.click();
    await arriveAndSignOut();
  });

  await step(3, [nameOf('dan'), t('code.get'), texts.fillIn], async () => {
    await openDrawer();
    await signInByCode('dan');
    await arriveAndSignOut();
  });

  await step(4, [nameOf('alice'), texts.confirm, '`/sandbox/phone`', t('phone.title')], async () => {
    await login.waitForHydration();
    const link = page.getByRole('link', { name: t('qr.sandboxPhone') });
    await expect(link).toHaveAttribute('href', /\/sandbox\/phone\?/);
    await page.getByRole('button', { name: texts.open }).click();
    await drawer.getByRole('button', { name: texts.scanAs(nameOf('alice')) }).click();
    await drawer.getByRole('button', { name: texts.confirm }).click();
    await arriveAndSignOut();

    await login.waitForHydration();
    await page.getByRole('button', { name: t('phone.title') }).click();
    const dialog = page.getByRole('dialog', { name: t('phone.title') });
    const privateWindow = await browser.newContext({ locale: 'en-US' });
    const handset = await privateWindow.newPage();
    await handset.goto((await dialog.getByRole('link').getAttribute('href'))!);
    const onPhone = new LoginPage(handset);
    await onPhone.waitUntilOpen();
    await onPhone.signIn({ account: personOf('alice').mobile!, password: alice.password }, '**/continue');
    const status = dialog.getByRole('status');
    await expect(status).toContainText(t('handoff.number'));
    await handset
      .getByRole('textbox', { name: t('handoff.field') })
      .fill(/\d\d/.exec((await status.textContent())!)![0]);
    await handset.keyboard.press('Enter');
    await arriveAndSignOut();
    await privateWindow.close();
  });

  await step(5, [nameOf('carol')], async () => {
    await openDrawer();
    await signInByCode('carol');
    await agreement.agree.click();
    await setPassword.skip.click();
    await arriveAndSignOut();
  });

  await step(6, [t('sso.entry'), '`acme`', '`globex`', nameOf('alice')], async () => {
    await login.waitForHydration();
    await login.showForm();
    await sso.entry.click();
    await sso.openProvider('acme');
    await sso.chooseEmployee('acme-alice');
    await arriveAndSignOut();
  });

  await step(7, [nameOf('bob'), nameOf('gus'), nameOf('erin'), nameOf('hua')], async () => {
    await openDrawer();
    await pick('bob');
    await login.submit.click();
    await secondFactor.waitUntilSent();
    await page.keyboard.press('Escape');
    await pick('gus');
    await login.submit.click();
    await expect(login.errors).toHaveText([t.refusal('accountDisabled', { support: 'support@example.com' })]);
  });

  await step(8, [], async () => {
    await login.open();
    await login.account.fill('someone@example.com');
    await login.languageSelect.selectOption('zh-CN');
    await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible();
    await expect(login.account).toHaveValue('someone@example.com');
    await login.languageSelect.selectOption('en-US');
    // The choice is kept once the page has changed; the next page reads it.
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
  });

  await step(9, ['`/sandbox`', texts.reset], async () => {
    await page.goto('/sandbox');
    const reset = page.waitForResponse((response) => response.url().endsWith('/sandbox/reset'));
    await page.getByRole('button', { name: texts.reset }).click();
    await reset;
    await page.goto('/login/web');
    await waitForHydration(page);
    await page.getByRole('button', { name: texts.open }).click();
    await expect(drawer.getByText(texts.noMessages)).toBeVisible();
  });
});

test('every path that the README names has a page', async ({ request }) => {
  const paths = new Set([...readme.matchAll(/`(\/[\w/.]*)`/g)].map(([, path]) => path!));
  expect(paths.size).toBeGreaterThan(10);
  for (const path of paths) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(200);
  }
});
