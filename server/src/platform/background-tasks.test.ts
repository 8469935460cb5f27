import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBackgroundTasks } from './background-tasks.ts';
import { createLog } from './log.ts';

test('a task that starts during the wait is awaited too', async () => {
  const { log } = createLog('silent', { write: () => {} });
  const tasks = createBackgroundTasks(log);
  const ended: string[] = [];
  tasks.run('first', async () => {
    await nextTurn();
    tasks.run('second', async () => {
      for (let turn = 0; turn < 10; turn += 1) await nextTurn();
      ended.push('second');
    });
    ended.push('first');
  });
  await tasks.settled();
  expect(ended).toEqual(['first', 'second']);
});
