import { join } from 'node:path';
import { resolveConfig } from 'vite';
import { expect, test } from 'vitest';

const configFile = join(import.meta.dirname, '../vite.config.ts');

test('requests lose their shape in the page’s build alone: while working, the service is run from the same sources', async () => {
  const plugins = async (command: 'build' | 'serve') =>
    (await resolveConfig({ configFile }, command)).plugins.map(({ name }) => name);
  expect(await plugins('build')).toContain('answers-only');
  expect(await plugins('serve')).not.toContain('answers-only');
});
