import { existsSync } from 'node:fs';
import { stopOnSignals } from './command.mjs';
import { buildIfStale } from './freshness.mjs';
import { installPackages } from './packages.mjs';
import { root } from './root.mjs';

process.chdir(root);

const letGo = stopOnSignals();
await installPackages();
await buildIfStale();
letGo();

// What the environment already says wins over the file.
if (existsSync('.env')) process.loadEnvFile('.env');

// In this very process, so that signals and exit codes are the service's own.
await import('../dist/server/main.mjs');
