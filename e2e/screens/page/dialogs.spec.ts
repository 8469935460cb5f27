import { commitCode } from '@foyer/contract/flows/code-login';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { dialogWidths } from '@foyer/contract/layout-sizes';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../fixtures/screen.ts';
import type { LoginPage } from '../../pages/login-page.ts';
import { signedIn } from '../../scripted/usual-answers.ts';
import type { ScriptedSite } from '../../scripted/scripted-site.ts';
import { alice } from '../../support/people/people.ts';
import { texts } from '../../support/page/texts.ts';

const t = texts('en-US');

interface Dialog {
  width: number;
  title: string;
  answer(site: ScriptedSite): void;
  /** Escape does nothing. */
  stays?: true;
}

/** In this order, because the last one cannot be left. */
const dialogs: Record<string, Dialog> = {
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
  agreement: {
    width: dialogWidths.agreement,
    title: t('agreement.title'),
    answer: (site) => site.answer(commitPassword, { is: 'done', data: { ...signedIn, needAgreement: true } }),
    stays: true,
  },
};

test('a dialog of a sign-in keeps the focus inside, fits every screen and is left by Escape [DG-08] [DG-15] [DG-16] [D-20]', async ({
  page,
  login,
  site,
}) => {
  await login.open();
  await login.fill(alice);
  for (const [name, dialog] of Object.entries(dialogs))
    await test.step(name, async () => {
      dialog.answer(site);
      await login.submit.click();
      await expectFitting(page, login, dialog);
      // The close buttons are tested with their flows.
      if (dialog.stays) return;
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(login.password, 'the form keeps the password').toHaveValue(alice.password);
      await expect(login.password).toBeFocused();
      await expect(login.submit).toBeEnabled();
    });
});

test('the first password dialog keeps the focus inside, fits every screen, and Escape skips it [DG-08] [DG-15] [DG-16] [D-20]', async ({
  page,
  login,
  code,
  site,
}) => {
  const data = { ...signedIn, newUser: true, setPwdServiceId: 'p-1', url: '/home' };
  site.answer(commitCode, { is: 'done', data });
  await login.open('preLoginWay=authCode');
  await login.account.fill(alice.account);
  await code.send();
  await code.input.fill('123456');
  await expectFitting(page, login, { width: dialogWidths.setPassword, title: t('setpwd.title') });
  await page.keyboard.press('Escape');
  await page.waitForURL('**/home');
});

test('a sheet is above a keyboard that covers the window', async ({ login, page, site }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  const { answer, title } = dialogs['second factor']!;
  answer(site);
  await login.open();
  await login.attempt(alice);
  const sheet = page.getByRole('dialog', { name: title });
  await sheet.waitFor();
  const bottom = () => sheet.evaluate((element) => element.getBoundingClientRect().bottom);
  const cover = (pixels: number) =>
    page.evaluate((covered) => {
      Object.defineProperty(visualViewport, 'height', { configurable: true, get: () => innerHeight - covered });
      visualViewport!.dispatchEvent(new Event('resize'));
    }, pixels);
  await test.step('the bars of the browser are no keyboard', async () => {
    await cover(100);
    expect(await bottom()).toBe(700);
  });
  await test.step('the sheet moves with the keyboard', async () => {
    await cover(300);
    await expect.poll(bottom).toBe(400);
    await cover(0);
    await expect.poll(bottom).toBe(700);
  });
});

async function expectFitting(page: Page, login: LoginPage, { width, title }: Pick<Dialog, 'width' | 'title'>) {
  await page.setViewportSize({ width: 1440, height: 900 });
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
      // A sheet on a phone.
      expect(box.width, `on a screen of ${screen}`).toBe(screen < 480 ? screen : width);
      if (screen < 480) expect(box.y + box.height).toBe(700);
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(screen);
      expect(box.y + box.height).toBeLessThanOrEqual(700);
      expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
      if (screen >= 480) continue;
      // Two buttons of a row differ by a few pixels.
      const rows = await dialog
        .getByRole('button')
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().bottom / 16)));
      expect(rows, 'buttons are read as they are seen').toEqual(rows.toSorted((one, other) => one - other));
    }
  });
}

const focusIn = (dialog: Locator) =>
  dialog.evaluate((element) => {
    const { activeElement } = document;
    if (element.contains(activeElement)) return 'inside';
    return activeElement === document.body ? 'nowhere' : 'behind';
  });
