import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ExportedConfig } from '@foyer/contract/pages/page-config';
import { findProgram } from '../../../scripts/support/chromium.mjs';
import { startNginx } from '../../../scripts/support/nginx.mjs';
import { freePort } from './service.ts';

/** The exported page, served by nginx with the configuration of the export. */
export interface ExportedSite {
  origin: string;
  /** The back end on an origin of its own, with the headers that let the page call it. */
  otherApi: string;
  /** Edits the configuration file, as an operator does. */
  configure(changes: Partial<ExportedConfig>): Promise<void>;
  close(): Promise<void>;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));

export async function startExportedSite(backend: string, settings: Record<string, string> = {}): Promise<ExportedSite> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-export-'));
  const out = join(folder, 'export');
  await promisify(execFile)(process.execPath, ['scripts/foyer.mjs', 'export', '--out', out, '--backend', backend], {
    cwd: root,
    env: { PATH: process.env.PATH, ...settings },
  });
  const [port, otherPort] = [await freePort(), await freePort()];
  const [origin, otherApi] = [`http://localhost:${port}`, `http://localhost:${otherPort}/api`];

  const conf = join(out, 'nginx.conf');
  const adapted = (await readFile(conf, 'utf8'))
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('set $foyer_connect "";', `set $foyer_connect "${new URL(otherApi).origin}";`);
  await writeFile(conf, adapted);
  const program = findProgram('nginx');
  if (!program) throw new Error('nginx is missing: npm test installs it, or says what to install');
  const stop = await startNginx(
    program,
    folder,
    `types { text/html html; text/javascript js; text/css css; image/svg+xml svg; application/json json; }
    access_log off;
    include ${conf};
    ${otherServer(otherPort, backend, origin)}`,
  );

  const configFile = join(out, 'site/config.json');
  const exported = JSON.parse(await readFile(configFile, 'utf8')) as ExportedConfig;
  return {
    origin,
    otherApi,
    async configure(changes) {
      // Replaced at once, as editors do: a page may be reading the file.
      await writeFile(`${configFile}.new`, JSON.stringify({ ...exported, ...changes }));
      await rename(`${configFile}.new`, configFile);
    },
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Allows the page's calls from another origin, as docs/integrate.md asks of a back end. */
const otherServer = (port: number, backend: string, origin: string) => `
  server {
    listen 127.0.0.1:${port};
    location / {
      add_header Access-Control-Allow-Origin ${origin} always;
      add_header Access-Control-Allow-Credentials true always;
      add_header Access-Control-Allow-Methods "GET, POST, PUT" always;
      add_header Access-Control-Allow-Headers "Content-Type, event, X-Tsign-Open-Language, X-Tsign-Open-Access-Code, X-Tsign-Token-Way, X-Tsign-Token" always;
      add_header Vary Origin always;
      if ($request_method = OPTIONS) { return 204; }
      proxy_pass ${backend};
    }
  }`;
