#!/usr/bin/env node
import { bootstrap } from './support/bootstrap.mjs';
import { buildIfMissing } from './support/build-if-stale.mjs';

const startedIn = process.cwd();
// The service may be running from this build: a command uses it as it is.
await bootstrap(buildIfMissing);
// Relative paths in arguments start where the command was entered.
process.chdir(startedIn);
await import(new URL('../dist/server/foyer.mjs', import.meta.url).href);
