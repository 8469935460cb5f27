import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { stopOnSignals } from './command.mjs';
import { buildIfStale } from './freshness.mjs';
import { installPackages } from './packages.mjs';
import { root } from './root.mjs';

// A file is looked for where the command was given.
const [act, file] = process.argv.slice(2);
if (act === 'import' && file) process.argv[3] = resolve(process.env.INIT_CWD ?? process.cwd(), file);
process.chdir(root);

const letGo = stopOnSignals();
await installPackages();
await buildIfStale();
letGo();

if (existsSync('.env')) process.loadEnvFile('.env');

await import('../dist/server/content-command.mjs');
