import { readFileSync, readdirSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { isShortForm } from './scripts/support/test-form.mjs';
import { embeddedInShortForm } from './server/test/embedded-tests.ts';

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
/** Tests that use the database or the cache: on PostgreSQL and Redis if their URLs are set, else on the embedded database. */
const withDatabase = serverTests.filter((path) =>
  /test-app|people-commands|TEST_\w+_URL/.test(readFileSync(path, 'utf8')),
);
const withoutDatabase = serverTests.filter((path) => !withDatabase.includes(path));
const isEmbedded = !process.env['TEST_DATABASE_URL'];
const serviceTests =
  isShortForm && isEmbedded
    ? withDatabase.filter((path) => embeddedInShortForm.some((pattern) => pattern.test(path)))
    : withDatabase;
const shortFormsOfRuns = 'runs/*/short-form.test.{ts,mjs}';

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
            'scripts/**/*.test.mjs',
            'runs/mutants/*.test.ts',
            ...withoutDatabase,
          ],
          exclude: [shortFormsOfRuns],
        },
      },
      {
        test: {
          ...shared,
          name: 'service',
          include: serviceTests,
          globalSetup: ['server/test/setup/global-setup.ts'],
        },
      },
      {
        test: {
          ...shared,
          // These start what the build has made.
          name: 'deploy',
          include: ['deploy/*.test.mjs', ...(isShortForm ? [] : [shortFormsOfRuns])],
        },
      },
    ],
  },
});
