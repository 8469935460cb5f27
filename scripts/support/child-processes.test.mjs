import { describe, expect, test } from 'vitest';
import { runCommand } from './child-processes.mjs';

const runShell = (script, options) => runCommand(['sh', '-c', script], { stallLimit: 2000, ...options });
const notice = 'Stopped: no output for 2 s.\n';

describe.concurrent('the stall limit', () => {
  test('does not end a slow command that keeps writing', async () => {
    const result = await runShell('for n in 1 2 3 4 5 6; do echo $n; sleep 0.5; done');
    expect(result).toEqual({ code: 0, output: '1\n2\n3\n4\n5\n6\n' });
  });

  test('ends a command that writes nothing, keeps its output and says why', async () => {
    const result = await runShell('echo started; sleep 60');
    expect(result).toEqual({ code: 1, output: `started\n\n${notice}` });
  });

  test('kills a command that ignores the interrupt', async () => {
    const result = await runShell('trap "echo ignored" INT; echo started; while true; do sleep 60; done', {
      killDelay: 500,
    });
    expect(result).toEqual({ code: 1, output: `started\n\n${notice}ignored\n` });
  });
});
