import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';

test('an installation loses nothing when nodes and PostgreSQL are killed and nodes restart, tells applications every change, limits hold without Redis, and people sign in while nodes of two builds run [BE-06] [BE-12] [BE-13]', async () => {
  const result = await new Promise<{ code: number | string; output: string }>((resolve) => {
    execFile(process.execPath, ['--import', 'tsx', 'runs/faults/faults.ts', '--short'], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: `${stdout}${stderr}` }),
    );
  });
  expect(result.output).toContain('| a node killed: acknowledged but not stored | 0 | 0 | met |');
  expect(result.output).toContain('events that have not arrived at the good endpoint | 0 | 0 | met |');
  expect(result.output).toContain('failed sign-ins in tabs opened before, of 4 | 0 | 0 | met |');
  expect(result.output).not.toContain('not met');
  expect(result.code, result.output).toBe(0);
});
