import { readFileSync, readdirSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const shared = {
  /** Generous, because a busy machine must not fail a test: a test that takes this long is stuck. */
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000 } },
  /** Test files of one worker share their modules, which saves loading them for each file. */
  isolate: false,
};

const serverTests = ['server/src', 'server/test'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => `${folder}/${path}`),
);
/** Tests that use the database or the cache: they run once on the embedded database and once on PostgreSQL with Redis. */
const withDatabase = serverTests.filter((path) =>
  /test-app|people-commands|TEST_\w+_URL/.test(readFileSync(path, 'utf8')),
);
const withoutDatabase = serverTests.filter((path) => !withDatabase.includes(path));

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: [
            '{architecture,readme}.test.ts',
            '{contract,web,sandbox}/{src,build}/**/*.test.{ts,tsx}',
            '{scripts,runs}/**/*.test.mjs',
            ...withoutDatabase,
          ],
          exclude: ['runs/*/short-form.test.mjs'],
        },
      },
      {
        test: {
          ...shared,
          name: 'service',
          include: withDatabase,
          globalSetup: ['server/test/setup/global-setup.ts'],
        },
      },
      // These start what the build has made.
      { test: { ...shared, name: 'deploy', include: ['deploy/*.test.mjs', 'runs/*/short-form.test.mjs'] } },
    ],
  },
});
