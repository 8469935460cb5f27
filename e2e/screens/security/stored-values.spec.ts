import { persisted } from '@foyer/contract/limits';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { expect, test } from '../../fixtures/screen.ts';
import { now } from '../../scripted/usual-answers.ts';
import { waitForHydration } from '../../support/page/hydration.ts';

const markup = '<img src=x onerror=pwned=1>';
const record = (value: unknown) => JSON.stringify({ url: '/login/web', until: now + persisted.lifetime, value });

/** One value of each kind; `persisted-step.test.ts` tries many more. */
const invalidRecords = [
  record({ at: 'agreement', outcome: { is: 'signedIn' }, url: 'javascript:pwned=1' }),
  record({ target: 1, serviceId: [], sentTo: {}, sentAt: 'soon' }),
];
const invalidTexts = [markup, '{"__proto__":{"x":1}}', '\u0000\ud800', 'a'.repeat(2_000_000)];
const keys = [
  'preLoginWay',
  'preQrLoginWay',
  'foyer.account',
  'foyer.step',
  'foyer.sent',
  'foyer.redirectUrl',
  'foyer.signedInAt',
];

test('no stored value breaks the page, is shown or navigates away [AC-51] [AC-55]', async ({ login, page }) => {
  await login.open();
  for (const value of [...invalidTexts, ...invalidRecords]) {
    await page.evaluate(
      ([all, text]) => {
        for (const store of [localStorage, sessionStorage]) {
          store.clear();
          for (const key of all) {
            try {
              store.setItem(key, text);
            } catch {
              // A full store is one more case.
            }
          }
        }
      },
      [keys, value] as const,
    );
    await login.open();
    const label = value.slice(0, 80);
    await expect(login.passwordTab, label).toHaveAttribute('aria-selected', 'true');
    // After its hydration the page loads what reads a record. It removes one that it does not accept, and opens no dialog.
    if (invalidRecords.includes(value))
      await expect.poll(() => page.evaluate(() => sessionStorage.getItem('foyer.step')), label).toBeNull();
    await expect(page.getByRole('dialog'), label).toHaveCount(0);
    const changed = await page.evaluate(() => [Reflect.get(window, 'pwned'), Reflect.get({}, 'x')]);
    expect(changed, label).toEqual([undefined, undefined]);
  }
  await login.signIn({ account: '13812345678', password: 'Quiet-Harbour-7' });
});

test('no hidden field waits for autofill [AC-57]', async ({ page }) => {
  for (const path of [
    pageRoutes.login,
    `${pageRoutes.login}?preLoginWay=authCode`,
    pageRoutes.register,
    pageRoutes.retrieve,
    pageRoutes.findAccount,
  ]) {
    await page.goto(path);
    await waitForHydration(page);
    const fields = await page
      .locator('input, textarea')
      .evaluateAll((all) =>
        all.map((field) => [
          field.outerHTML,
          field.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
        ]),
      );
    expect(fields.length, path).toBeGreaterThan(0);
    expect(
      fields.filter(([, visible]) => !visible),
      path,
    ).toEqual([]);
  }
});
