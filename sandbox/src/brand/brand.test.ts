import { expect, test } from 'vitest';
import { openSandbox } from '../sandbox.fixture.ts';
import type { ServiceAccess } from '../service-client.ts';

const logo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 32"/>';
const headers = { 'accept-language': 'en' };

/** A service that remembers the brand that it shows, and refuses yellow. */
async function openPanel() {
  let shown: Parameters<NonNullable<ServiceAccess['tryBrand']>>[0];
  const { app } = await openSandbox({
    tryBrand(brand) {
      if (brand?.accent === '#ffd400') return [{ theme: 'light', with: '#ffffff', ratio: 1.439, needed: 4.5 }];
      shown = brand;
      return [];
    },
  });
  return {
    app,
    shown: () => shown,
    show: (payload: object) => app.inject({ method: 'POST', url: '/sandbox/brand', payload }),
    page: async () => (await app.inject({ url: '/sandbox', headers })).body,
  };
}

test('a colour and a logo are shown, and the panel prints the settings to keep, until the demo is reset', async () => {
  const { app, page, show, shown } = await openPanel();
  await show({ accent: '#7A1FA2' });
  await show({ logo });
  expect(shown()).toEqual({ accent: '#7a1fa2', logo: expect.stringMatching(/^\/sandbox\/brand\/\w{8}\.svg$/) });
  expect(await page()).toContain('<pre><code>BRAND_ACCENT=#7a1fa2\nBRAND_ASSETS=brand</code></pre>');
  const url = String(shown()?.logo);
  const picture = await app.inject(url);
  expect(picture.body).toBe(logo);
  expect(picture.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': "default-src 'none'; sandbox",
  });

  await app.inject({ method: 'POST', url: '/sandbox/reset', payload: {} });
  expect(shown()).toBeUndefined();
  expect(await page()).not.toContain('BRAND_ACCENT');
  expect((await app.inject(url)).statusCode).toBe(404);
});

test.each([
  [{ accent: '#ffd400' }, 'in the light theme its contrast with #ffffff is 1.43:1, and 4.5:1 is needed'],
  [{ accent: 'red' }, 'Write a colour as #0b6e5f'],
  [{ logo: '<html></html>' }, 'A logo is an SVG picture'],
  [{ logo: `<svg>${' '.repeat(100_000)}</svg>` }, 'of less than 100 kB'],
])('%j is refused with the reason, and nothing changes', async (brand, reason) => {
  const { page, show, shown } = await openPanel();
  await show({ accent: '#7a1fa2' });
  await show(brand);
  expect(await page()).toContain(reason);
  expect(shown()).toEqual({ accent: '#7a1fa2' });
  expect(await page()).toContain('<pre><code>BRAND_ACCENT=#7a1fa2</code></pre>');
});
