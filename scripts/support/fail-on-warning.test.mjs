import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from './child-processes.mjs';
import { withTemporaryFolder } from './temporary-folder.mjs';

/** Runs a file that causes a warning of Node: it sets more listeners than an emitter expects. */
function runFile(path) {
  return withTemporaryFolder((folder) => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'for (let count = 0; count < 20; count += 1) process.on("own", () => {});');
    return runCommand([process.execPath, `--import=${import.meta.resolve('./fail-on-warning.mjs')}`, file]);
  });
}

test('a warning of Node about our own code ends the process with an error', async () => {
  const { code, output } = await runFile('own.mjs');
  expect(code).not.toBe(0);
  expect(output).toContain('own.mjs:1');
});

test('a warning about a package is only printed', async () => {
  const { code, output } = await runFile('node_modules/some-package/main.mjs');
  expect(code).toBe(0);
  expect(output).toContain('MaxListenersExceededWarning');
});
