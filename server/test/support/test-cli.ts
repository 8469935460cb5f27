import { Readable } from 'node:stream';
import { runCli } from '../../src/cli/cli.ts';
import { openDatabase } from '../../src/create-services.ts';

interface Installation {
  env: Record<string, string | undefined>;
  /** By default each command opens the database as it does for an operator. */
  openDatabase?: typeof openDatabase;
}

/** Runs command lines of `npx foyer` in this process, with a text on its standard input. */
export const testCli =
  ({ env, openDatabase: open = openDatabase }: Installation, stdin = '') =>
  async (...args: string[]) => {
    const output = { stdout: '', stderr: '' };
    const code = await runCli(args, {
      env,
      open,
      cwd: process.cwd(),
      stdin: Readable.from([Buffer.from(stdin)]),
      stdout: (text) => void (output.stdout += text),
      stderr: (text) => void (output.stderr += text),
    });
    return { code, stdout: output.stdout.trimEnd(), stderr: output.stderr.trimEnd() };
  };
