import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { stopOnSignals } from './command.mjs';
import { buildIfStale } from './freshness.mjs';
import { installPackages } from './packages.mjs';
import { root } from './root.mjs';

// Files are looked for where the command was given.
for (const name of ['--saml', '--client-secret-file']) {
  const at = process.argv.indexOf(name) + 1;
  if (at > 0 && process.argv[at]) process.argv[at] = resolve(process.env.INIT_CWD ?? process.cwd(), process.argv[at]);
}
process.chdir(root);

const letGo = stopOnSignals();
await installPackages();
await buildIfStale();
letGo();

if (existsSync('.env')) process.loadEnvFile('.env');

await import('../dist/server/sso-command.mjs');
