#!/usr/bin/env node
import { bootstrap } from './bootstrap.mjs';

// Relative paths in arguments start where the command was entered; `bootstrap` changes the working directory.
const startedIn = process.cwd();

await bootstrap();
const { runCli } = await import('../dist/server/cli.mjs');
process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  cwd: startedIn,
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
});
