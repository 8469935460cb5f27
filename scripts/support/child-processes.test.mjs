import { execFileSync } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runCommand } from './child-processes.mjs';
import { withTemporaryFolder } from './temporary-folder.mjs';

/** Starts a shell script, and returns its end and a function that waits until it has written a line. */
function runShell(script, options) {
  const lines = [];
  const waiting = new Map();
  const takeLine = (line) => {
    lines.push(line);
    waiting.get(line)?.();
    return false;
  };
  const written = (line) =>
    lines.includes(line) ? Promise.resolve() : new Promise((resolve) => waiting.set(line, resolve));
  return { written, ended: runCommand(['sh', '-c', script], { stallLimit: 2000, takeLine, ...options }) };
}

/** A named pipe, from which a shell reads without starting another process, which a signal could miss. */
const withPipe = (work) =>
  withTemporaryFolder((folder) => {
    const pipe = join(folder, 'pipe');
    execFileSync('sh', ['-c', `mkfifo ${pipe}`]);
    return work(pipe);
  });
const notice = 'Stopped: no output for 2 s.\n';

describe('the stall limit', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  test('does not end a slow command that keeps writing', () =>
    withPipe(async (input) => {
      const { written, ended } = runShell(`cat ${input}`);
      const writer = await open(input, 'w');
      for (const line of ['1', '2', '3']) {
        await writer.write(`${line}\n`);
        await written(line);
        vi.advanceTimersByTime(1500);
      }
      await writer.close();
      expect(await ended).toEqual({ code: 0, output: '1\n2\n3\n' });
    }));

  test('ends a command that writes nothing, keeps its output and says why', async () => {
    const { written, ended } = runShell('echo started; exec sleep 600');
    await written('started');
    vi.advanceTimersByTime(2000);
    expect(await ended).toEqual({ code: 1, output: `started\n\n${notice}` });
  });

  test('kills a command that ignores the interrupt', () =>
    withPipe(async (input) => {
      const script = `trap "echo ignored" INT; exec <> ${input}; echo started; while true; do read line; done`;
      const { written, ended } = runShell(script, { killDelay: 500 });
      await written('started');
      vi.advanceTimersByTime(2000);
      await written('ignored');
      vi.advanceTimersByTime(500);
      expect(await ended).toEqual({ code: 1, output: `started\n\n${notice}ignored\n` });
    }));
});

test('a command that another process ends says by which signal', async () => {
  const result = await runCommand(['sh', '-c', 'echo started; kill -KILL $$']);
  expect(result).toEqual({ code: 1, output: 'started\n\nEnded by SIGKILL.\n' });
});

test('lines that are taken do not belong to the output', async () => {
  const taken = [];
  const takeLine = (line) => line.startsWith('{') && taken.push(line);
  const result = await runCommand(['sh', '-c', 'echo "{1}"; echo other; printf "{2}"'], { takeLine });
  expect(result).toEqual({ code: 0, output: 'other\n' });
  expect(taken).toEqual(['{1}', '{2}']);
});
