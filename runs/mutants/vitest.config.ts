import { resolve } from 'node:path';
import { mergeConfig } from 'vitest/config';
import testConfig from '../../vitest.config.ts';
import { guards } from './guards.ts';

const taken = guards.find(({ name }) => name === process.env['WITHOUT_GUARD']);

/** Takes one guard out of the modules as they are loaded. No file changes. */
const takeOut = {
  name: 'take-out-guard',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    if (!taken || id !== resolve(taken.file)) return undefined;
    return code.replace(taken.guard, () => taken.without);
  },
};

const { test, ...rest } = mergeConfig(testConfig, {});
export default {
  ...rest,
  test: { ...test, projects: test.projects.map((project: object) => ({ ...project, plugins: [takeOut] })) },
};
