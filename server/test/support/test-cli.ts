import { Readable } from 'node:stream';
import { runCli } from '../../src/cli/cli.ts';

/** Runs command lines of `npx foyer` in this process, with a text on its standard input. */
export const testCli =
  (env: Record<string, string | undefined>, stdin = '') =>
  async (...args: string[]) => {
    const output = { stdout: '', stderr: '' };
    const code = await runCli(args, {
      env,
      cwd: process.cwd(),
      stdin: Readable.from([Buffer.from(stdin)]),
      stdout: (text) => void (output.stdout += text),
      stderr: (text) => void (output.stderr += text),
    });
    return { code, stdout: output.stdout.trimEnd(), stderr: output.stderr.trimEnd() };
  };
