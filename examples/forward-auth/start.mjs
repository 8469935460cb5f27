import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootstrap } from '../../scripts/bootstrap.mjs';
import { startServer } from '../../scripts/child-processes.mjs';
import { findProgram } from '../../scripts/chromium.mjs';

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

await startNginx({ foyer: process.env.PORT, application: await startApplication() });
console.log(`Static site      ${origin}/site/`);
console.log(`Application      ${origin}/app/`);
// The service runs in this process, so that it receives the signals; nginx ends with it.
await import('../../dist/server/main.mjs');

/** An application that shows the headers that it receives. */
async function startApplication() {
  const server = createServer(({ rawHeaders }, response) => {
    const lines = rawHeaders.flatMap((name, n) => (n % 2 === 0 ? [`${name}: ${rawHeaders[n + 1]}`] : []));
    response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
    response.end(`${lines.join('\n')}\n`);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return server.address().port;
}

/** With the configuration of this folder, in which the marked lines are adapted to this machine. */
async function startNginx({ foyer, application }) {
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
  writeFileSync(join(folder, 'nginx.conf'), mainConf(folder));
  const command = [nginx, '-p', folder, '-c', join(folder, 'nginx.conf')];
  await startServer(command, { ready: /start worker process/ }).catch(({ message }) => {
    console.error(message);
    process.exit(1);
  });
}

/** What a distribution of nginx has around the files of conf.d, with every path inside one folder. */
function mainConf(folder) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    worker_processes 1;
    daemon off;
    error_log stderr notice;
    pid ${folder}/nginx.pid;
    events {}
    http {
      types { text/html html; text/javascript js; }
      access_log off;
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
      include foyer.conf;
    }`;
}
