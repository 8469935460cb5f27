import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { expect, test } from '../../fixtures/screen.ts';

test('a page fades into the next one, but not under reduced motion', async ({ login, page, site }) => {
  const note = `document.documentElement.dataset.fades = String(event.viewTransition !== null)`;
  site.show({ script: `addEventListener('pagereveal', (event) => { ${note} })` });
  for (const [reducedMotion, fades] of [
    ['no-preference', 'true'],
    ['reduce', 'false'],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    await login.open();
    await page.evaluate((path) => location.assign(path), pageRoutes.help);
    await page.waitForURL(`**${pageRoutes.help}`);
    await expect(page.locator('html')).toHaveAttribute('data-fades', fades);
  }
});
