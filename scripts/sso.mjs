import { resolve } from 'node:path';
import { ready } from './ready.mjs';

// Files are looked for where the command was given.
for (const name of ['--saml', '--client-secret-file']) {
  const at = process.argv.indexOf(name) + 1;
  if (at > 0 && process.argv[at]) process.argv[at] = resolve(process.env.INIT_CWD ?? process.cwd(), process.argv[at]);
}

await ready();
await import('../dist/server/sso-command.mjs');
