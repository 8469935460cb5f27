import { dialogWidths } from '@foyer/contract/layout-sizes';
import type { APIRequestContext, Locator } from '@playwright/test';
import { expect, type Pages, test } from '../../fixtures/test.ts';
import { expectNoAxeViolations } from '../../support/axe.ts';
import { signInWithCode } from '../../support/code-sign-in.ts';
import { newMobile } from '../../support/new-accounts.ts';
import { bob, erin } from '../../support/people.ts';
import { registerAccount } from '../../support/register-account.ts';
import { texts } from '../../support/texts.ts';

const t = texts('en-US');
const people = { 'second factor': bob, 'identity check': erin };

type OpenOptions = Pick<Pages, 'login' | 'code' | 'consent' | 'outbox'> & { request: APIRequestContext };
const dialogs = {
  consent: {
    width: dialogWidths.consent,
    title: t('consent.title'),
    async open({ login, request, outbox }: OpenOptions) {
      await login.open();
      await login.attempt(await registerAccount(request, outbox));
    },
  },
  'second factor': {
    width: dialogWidths.secondFactor,
    title: t('mfa.title'),
    async open({ login, outbox }: OpenOptions) {
      await login.open();
      await login.attempt(bob);
      await outbox.code(bob.account);
    },
  },
  'identity check': {
    width: dialogWidths.identityCheck,
    title: t('idcheck.title'),
    async open({ login }: OpenOptions) {
      await login.open();
      await login.attempt(erin);
    },
  },
  'first password': {
    width: dialogWidths.setPassword,
    title: t('setpwd.title'),
    async open({ consent, ...signIn }: OpenOptions) {
      await signInWithCode(signIn, newMobile());
      await consent.agree.click();
    },
  },
};

for (const [name, { width, title, open }] of Object.entries(dialogs)) {
  test(`the ${name} dialog keeps the focus inside, fits every screen and is accessible in the dark [DG-15] [DG-16] [D-20]`, async ({
    page,
    login,
    code,
    consent,
    outbox,
    request,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open({ login, code, consent, outbox, request });
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.waitFor();
    await expect.poll(() => focusIn(dialog)).toBe('inside');
    const field = dialog.locator('input:not([type="checkbox"], [readonly])').first();
    if (await field.isVisible()) await expect(field).toBeFocused();
    await test.step('Tab never leaves the dialog', async () => {
      const stops = await dialog.locator('a[href], button:enabled, input:enabled').count();
      const focused = new Set<string>();
      for (let n = 0; n < 2 * stops + 4; n++) {
        await page.keyboard.press(n < stops + 2 ? 'Tab' : 'Shift+Tab');
        focused.add(await focusIn(dialog));
      }
      expect([...focused].toSorted()).not.toContain('behind');
      await login.account.click({ force: true, timeout: 1000 }).catch(() => {});
      expect(await focusIn(dialog)).not.toBe('behind');
    });
    await test.step('it fits every screen', async () => {
      expect((await dialog.boundingBox())!.width).toBe(width);
      for (const screen of [1180, 390, 360, 320]) {
        await page.setViewportSize({ width: screen, height: 700 });
        const box = (await dialog.boundingBox())!;
        expect(box.width, `on a screen of ${screen}`).toBe(Math.min(width, screen - 32));
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(screen);
        expect(box.y + box.height).toBeLessThanOrEqual(700);
        expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
      }
    });
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectNoAxeViolations(page);
  });
}

// The close buttons are tested with their flows.
for (const name of ['second factor', 'identity check'] as const) {
  const { title, open } = dialogs[name];
  test(`Escape closes the ${name} dialog, and the form keeps the password [DG-16]`, async ({
    page,
    login,
    code,
    consent,
    outbox,
    request,
  }) => {
    await open({ login, code, consent, outbox, request });
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(login.password).toHaveValue(people[name].password);
    await expect(login.password).toBeFocused();
    await expect(login.submit).toBeEnabled();
  });
}

test('Escape skips setting a password and signs in [DG-08] [DG-16]', async ({
  page,
  login,
  code,
  consent,
  outbox,
  request,
}) => {
  const { title, open } = dialogs['first password'];
  await open({ login, code, consent, outbox, request });
  await page.getByRole('dialog', { name: title }).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL('**/home');
});

const focusIn = (dialog: Locator) =>
  dialog.evaluate((element) => {
    const { activeElement } = document;
    if (element.contains(activeElement)) return 'inside';
    return activeElement === document.body ? 'nowhere' : 'behind';
  });
