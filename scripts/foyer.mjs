#!/usr/bin/env node
import { bootstrap } from './bootstrap.mjs';
import { buildIfMissing } from './build-if-stale.mjs';

// Relative paths in arguments start where the command was entered; `bootstrap` changes the working directory.
const startedIn = process.cwd();

// The service may be running from this build: a command uses it as it is.
await bootstrap(buildIfMissing);
const { runCli } = await import('../dist/server/cli.mjs');
// A reader such as `head` may close the pipe before everything is written.
process.stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? 0 : 1));
process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  cwd: startedIn,
  stdin: process.stdin,
  stdout: (text) => new Promise((resolve) => void process.stdout.write(text, () => resolve())),
  stderr: (text) => process.stderr.write(text),
});
