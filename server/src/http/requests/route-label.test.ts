import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { readAssets } from '../answers/assets.ts';

const folder = temporaryFolder(afterAll);
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'assets/login-Dx81.js'), '');
writeFileSync(join(folder, 'robots.txt'), 'User-agent: *');
let failing = false;
const render = async () => {
  if (failing) throw new Error('no paint');
  return '<!doctype html>';
};
const services = await testAppForFile({ appOptions: { pages: { render, assets: await readAssets(folder) } } });
const open = (url: string, headers = {}) => services.app.inject({ method: 'GET', url, headers });
const lineOf = (event: string) =>
  services.lines.map((line) => JSON.parse(line) as Record<string, unknown>).find((line) => line['event'] === event);

beforeEach(() => {
  failing = false;
  services.lines.length = 0;
});

test.each([
  ['/login/web?preLoginWay=authCode', '/login/web', 200],
  ['/login/', '/login/web', 200],
  ['/regist', '/regist', 200],
  ['/account', '/account', 302],
  ['/t/usercenterFront/ssomiddlepage/13800138000', '/usercenterFront/ssomiddlepage', 200],
  ['/assets/login-Dx81.js', '/assets/*', 200],
  ['/assets/of-another-build.js', '/assets/*', 404],
  ['/robots.txt', '/robots.txt', 200],
  ['/13800138000', '/*', 404],
  ['/brand/13800138000', '/*', 404],
  ['/', '/', 302],
  ['/api/13800138000', '/api/*', 404],
])(
  'the log and the metrics name for %s the route %s, and the answer has the ID of the request',
  async (url, route, status) => {
    const { headers, statusCode } = await open(url);
    expect(statusCode).toBe(status);
    expect(lineOf('request')).toMatchObject({
      route,
      status,
      id: headers['x-request-id'],
    });
    expect(await services.metrics.text()).toContain(
      `foyer_request_seconds_count{route="${route}",method="GET",status="${String(status)[0]}xx"}`,
    );
  },
);

test('the log names the route of a page that fails, and the answer has the ID of the request', async () => {
  failing = true;
  const { headers, statusCode } = await open('/retrieve', { 'accept-language': 'en' });
  expect(statusCode).toBe(500);
  expect(lineOf('fault')).toMatchObject({ id: headers['x-request-id'] });
  expect(lineOf('request')).toMatchObject({ route: '/retrieve', status: 500 });
});

test('the answer about a file that the browser has kept has the ID of the request', async () => {
  const { etag } = (await open('/robots.txt')).headers;
  services.lines.length = 0;
  const { headers, statusCode } = await open('/robots.txt', { 'if-none-match': String(etag) });
  expect([statusCode, headers['x-request-id']]).toEqual([304, expect.stringMatching(/^[\w-]{12}$/)]);
  expect(services.lines.join()).toContain(`"id":"${String(headers['x-request-id'])}"`);
});
