import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootstrap } from '../../scripts/support/bootstrap.mjs';
import { findProgram } from '../../scripts/support/chromium.mjs';
import { freePort } from '../../scripts/support/free-port.mjs';
import { startNginx } from '../../scripts/support/nginx.mjs';

// Starts Foyer with its sandbox, an application, and nginx in front of both and of a static site.

const nginx = findProgram('nginx');
if (!nginx) {
  console.error('nginx is missing: install it, on Debian with: apt-get install nginx-light');
  process.exit(1);
}
await bootstrap();
const { SITE_PORT: sitePort = '8080' } = process.env;
const origin = `http://localhost:${sitePort}`;
Object.assign(process.env, {
  PORT: process.env.PORT || '3000',
  PUBLIC_URL: origin,
  TRUSTED_PROXIES: '127.0.0.1,::1',
  WORKSPACE_URL: '/site/',
  WORKSPACE_URL_PHONES: '/site/',
});

await startProxy({ foyer: process.env.PORT, application: await startApplication() });
console.log(`Static site      ${origin}/site/`);
console.log(`Application      ${origin}/app/`);
// The service runs in this process, so that it receives the signals; nginx ends with it.
await import(new URL('../../dist/server/main.mjs', import.meta.url).href);

/** An application that shows the headers that it receives. */
async function startApplication() {
  const server = createServer(({ rawHeaders }, response) => {
    const lines = rawHeaders.flatMap((name, n) => (n % 2 === 0 ? [`${name}: ${rawHeaders[n + 1]}`] : []));
    response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
    response.end(`${lines.join('\n')}\n`);
  });
  server.on('upgrade', greetByWebSocket);
  const port = await freePort();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return port;
}

/** Tells a page by a WebSocket who it belongs to: one message, in the frame of a short text. */
function greetByWebSocket({ headers }, socket) {
  const key = `${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const text = Buffer.from(headers['x-foyer-user']);
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Accept: ${createHash('sha1').update(key).digest('base64')}\r\n\r\n`,
  );
  socket.end(Buffer.concat([Buffer.from([0x81, text.length]), text]));
}

/** nginx with the configuration of this folder, in which the marked lines are adapted to this machine. */
async function startProxy({ foyer, application }) {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-nginx-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(import.meta.dirname, 'nginx'), folder, { recursive: true });
  const site = join(folder, 'foyer.conf');
  const adapted = readFileSync(site, 'utf8')
    .replace('listen 8080;', `listen 127.0.0.1:${sitePort};`)
    .replace('127.0.0.1:3000', `127.0.0.1:${foyer}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${application}`)
    .replace('/srv/site/', join(import.meta.dirname, 'site/'));
  writeFileSync(site, adapted);
  const http = 'types { text/html html; text/javascript js; } access_log off; include foyer.conf;';
  await startNginx(nginx, folder, http).catch(({ message }) => {
    console.error(message);
    process.exit(1);
  });
}
