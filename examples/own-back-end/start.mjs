import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootstrap } from '../../scripts/support/bootstrap.mjs';
import { findProgram } from '../../scripts/support/chromium.mjs';
import { exitOnSignals, runOrExit } from '../../scripts/support/child-processes.mjs';
import { freePort } from '../../scripts/support/free-port.mjs';
import { startNginx } from '../../scripts/support/nginx.mjs';
import { backEnd } from './back-end.mjs';

// Exports the page, and starts nginx in front of it and of the back end.

const nginx = findProgram('nginx');
if (!nginx) {
  console.error('nginx is missing: install it, on Debian with: apt-get install nginx-light');
  process.exit(1);
}
await bootstrap();
exitOnSignals();
const { EXAMPLE_PORT: port = '8080' } = process.env;
const origin = `http://localhost:${port}`;
const backEndPort = await freePort();
await once(createServer(backEnd({ origin })).listen(backEndPort, '127.0.0.1'), 'listening');

const folder = mkdtempSync(join(tmpdir(), 'foyer-page-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const page = join(folder, 'page');
// The back end knows passwords alone, and its page is where people go after sign-in.
Object.assign(process.env, { WORKSPACE_URL: '/api/workspace', WORKSPACE_URL_PHONES: '/api/workspace' });
const options = ['--out', page, '--methods', '', '--backend', `http://127.0.0.1:${backEndPort}`];
await runOrExit([process.execPath, 'scripts/foyer.mjs', 'export', ...options], 'The page was not exported');
const conf = join(page, 'nginx.conf');
writeFileSync(conf, readFileSync(conf, 'utf8').replace('listen 80;', `listen 127.0.0.1:${port};`));
const types = 'text/html html; text/javascript js; text/css css; image/svg+xml svg; application/json json;';
await startNginx(nginx, folder, `types { ${types} } access_log off; include ${conf};`).catch(({ message }) => {
  console.error(message);
  process.exit(1);
});
console.log(`Sign-in page    ${origin}/login/web    alice@example.com, Foyer-2026`);
console.log(`Example  ${origin}/\nnpx foyer doctor --back-end ${origin}/api --methods ""\nCtrl-C stops both.`);
