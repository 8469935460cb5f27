import { commitCode } from '@foyer/contract/flows/code-login';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { dialogWidths } from '@foyer/contract/layout-sizes';
import type { Locator } from '@playwright/test';
import { expect, test } from '../../fixtures/screen.ts';
import { signedIn } from '../../scripted/usual-answers.ts';
import type { ScriptedSite } from '../../scripted/scripted-site.ts';
import { alice } from '../../support/people.ts';
import { texts } from '../../support/texts.ts';

const t = texts('en-US');

interface Dialog {
  width: number;
  title: string;
  answer(site: ScriptedSite): void;
  /** What Escape leads to. Without one, the form is shown again as it was. */
  escape?: 'home' | 'nothing';
  byCode?: boolean;
}

const dialogs: Record<string, Dialog> = {
  consent: {
    width: dialogWidths.consent,
    title: t('consent.title'),
    answer: (site) => site.answer(commitPassword, { is: 'done', data: { ...signedIn, needAgreement: true } }),
    escape: 'nothing',
  },
  'second factor': {
    width: dialogWidths.secondFactor,
    title: t('mfa.title'),
    answer: (site) =>
      site.answer(commitPassword, {
        is: 'done',
        data: { ...signedIn, loginDoubleCheck: true, preServiceId: 'first-1', mobile: '138****5678' },
      }),
  },
  'identity check': {
    width: dialogWidths.identityCheck,
    title: t('idcheck.title'),
    answer: (site) =>
      site.answer(commitPassword, {
        is: 'needsIdentityCheck',
        data: { name: 'An Lin', desIdNo: '3301**********0012', serviceId: 'check-1' },
      }),
  },
  'first password': {
    width: dialogWidths.setPassword,
    title: t('setpwd.title'),
    answer: (site) =>
      site.answer(commitCode, {
        is: 'done',
        data: { ...signedIn, newUser: true, setPwdServiceId: 'p-1', url: '/home' },
      }),
    escape: 'home',
    byCode: true,
  },
};

for (const [name, { width, title, answer, escape, byCode }] of Object.entries(dialogs)) {
  test(`the ${name} dialog keeps the focus inside, fits every screen and is left by Escape [DG-08] [DG-15] [DG-16] [D-20]`, async ({
    page,
    login,
    code,
    site,
  }) => {
    answer(site);
    await page.setViewportSize({ width: 1440, height: 900 });
    await login.open(byCode ? 'preLoginWay=authCode' : '');
    if (byCode) {
      await login.account.fill(alice.account);
      await code.send();
      await code.input.fill('123456');
      await login.submit.click();
    } else await login.attempt(alice);
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.waitFor();
    await expect.poll(() => focusIn(dialog)).toBe('inside');
    const field = dialog.locator('input:not([type="checkbox"], [readonly])').first();
    if (await field.isVisible()) await expect(field).toBeFocused();
    await test.step('Tab and a click never leave the dialog', async () => {
      const stops = await dialog.locator('a[href], button:enabled, input:enabled').count();
      const focused = new Set<string>();
      for (let n = 0; n < 2 * stops + 4; n++) {
        await page.keyboard.press(n < stops + 2 ? 'Tab' : 'Shift+Tab');
        focused.add(await focusIn(dialog));
      }
      expect([...focused].toSorted()).not.toContain('behind');
      const { x, y } = (await login.account.boundingBox())!;
      await page.mouse.click(x + 5, y + 5);
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
    // The close buttons are tested with their flows.
    if (escape === 'nothing') return;
    await test.step(
      escape ? 'Escape skips it and signs in' : 'Escape closes it, and the form keeps the password',
      async () => {
        await page.keyboard.press('Escape');
        if (escape) return page.waitForURL('**/home');
        await expect(dialog).toHaveCount(0);
        await expect(login.password).toHaveValue(alice.password);
        await expect(login.password).toBeFocused();
        await expect(login.submit).toBeEnabled();
      },
    );
  });
}

const focusIn = (dialog: Locator) =>
  dialog.evaluate((element) => {
    const { activeElement } = document;
    if (element.contains(activeElement)) return 'inside';
    return activeElement === document.body ? 'nowhere' : 'behind';
  });
