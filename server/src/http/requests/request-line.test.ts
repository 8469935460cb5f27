import { expect, test } from 'vitest';
import { sendRaw } from '../../../test/support/servers/raw-http.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';

const services = await testAppForFile({ appOptions: { pages: { render: async () => '', assets: new Map() } } });

test.each([
  ['http://localhost:3000/?preLoginWay=authCode', '/login/web?preLoginWay=authCode'],
  ['http://other.test', '/login/web'],
])('a request line with the whole URL %s leads to %s', async (url, location) => {
  const { host } = new URL(services.config.publicUrl);
  const answer = await sendRaw(services.app, `GET ${url} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  expect(/^location: (.*)$/im.exec(answer)?.[1]?.trim()).toBe(location);
});
