import { expect, test } from 'vitest';
import { codeHelpers, codeTestSettings } from '../../test/support/flows/test-codes.ts';
import { testAppForFile } from '../../test/support/test-app.ts';
import type { RenderDocument } from '../http/pages.ts';

const render: RenderDocument = async (_variant, { look }) => JSON.stringify(look ?? 'built-in');
const services = await testAppForFile({
  sandbox: true,
  env: codeTestSettings,
  appOptions: { pages: { render, assets: new Map() } },
});
const { publicUrl } = services.config;
const headers = { host: new URL(publicUrl).host, origin: publicUrl };
const open = async (url: string) => (await services.app.inject({ url, headers })).body;
const post = (url: string, payload: object) => services.app.inject({ method: 'POST', url, payload, headers });

test('a brand of the sandbox is on the pages, in mails and on its application at once, until a reset', async () => {
  const { send, lastMessageTo } = codeHelpers(services);
  const style = async () => open('/sandbox/sandbox.css');
  expect(await open('/login/web')).toBe('"built-in"');
  expect(await style()).not.toContain('--accent:#');

  await post('/sandbox/brand', { accent: '#7a1fa2', logo: '<svg />' });
  expect(JSON.parse(await open('/login/web'))).toMatchObject({
    colours: { light: { accent: '#7a1fa2' } },
    logo: { light: expect.stringMatching(/^\/sandbox\/brand\//) },
  });
  expect(await style()).toContain('--accent:#7a1fa2');
  await send(services.browser(), 'brand@example.com');
  expect(lastMessageTo('brand@example.com')).toMatchObject({ html: expect.stringContaining('#7a1fa2') });

  await post('/sandbox/brand', { accent: '#ffd400' });
  expect(await open('/login/web')).toContain('#7a1fa2');
  expect(await open('/sandbox')).toContain('1.43:1');

  await post('/sandbox/reset', {});
  expect(await open('/login/web')).toBe('"built-in"');
});
