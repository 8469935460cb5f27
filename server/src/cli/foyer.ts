import { fileURLToPath } from 'node:url';
import { runCli } from './cli.ts';

// Relative paths in arguments start where the command was entered, those of settings in the folder of the installation.
const cwd = process.cwd();
process.chdir(fileURLToPath(new URL('../..', import.meta.url)));

// A reader such as `head` may close the pipe before everything is written.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  cwd,
  stdin: process.stdin,
  stdout: (text) => new Promise((resolve) => void process.stdout.write(text, () => resolve())),
  stderr: (text) => void process.stderr.write(text),
});
