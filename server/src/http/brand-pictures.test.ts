import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { testAppForFile } from '../../test/support/test-app.ts';

const folder = temporaryFolder(afterAll);
const logo = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
writeFileSync(join(folder, 'logo.svg'), logo);
writeFileSync(join(folder, 'favicon.ico'), 'an icon');

const services = await testAppForFile({
  env: { BRAND_ASSETS: folder },
  appOptions: { pages: { render: async () => '<p>a page</p>', assets: new Map() } },
});
const { look } = services.config.page;

test('a picture of the brand is served for a year, isolated from our origin', async () => {
  const response = await services.app.inject(look!.logo!.light);
  expect(response).toMatchObject({ statusCode: 200, body: logo });
  expect(response.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'public, max-age=31536000, immutable',
  });
});

test('an icon has its own type', async () => {
  const response = await services.app.inject(look!.icons![0]!);
  expect(response.headers['content-type']).toBe('image/x-icon');
});

test('only the current pictures are served', async () => {
  const response = await services.app.inject('/brand/logo-00000000.svg');
  expect(response.statusCode).toBe(404);
});
