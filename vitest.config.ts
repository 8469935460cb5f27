import { readFileSync, readdirSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const everywhere = {
  /** How long to wait before calling a test stuck. Never how long one should take: a busy machine fails nothing. */
  testTimeout: 60_000,
  hookTimeout: 120_000,
  /** What several files are built of is read once. */
  isolate: false,
};

const ofTheServer = readdirSync('server/src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts'))
  .map((path) => `server/src/${path}`);
/** Those for whom it matters which database and which cache there is: they run once with each. */
const withHouse = ofTheServer.filter((path) => /test-house|TEST_\w+_URL/.test(readFileSync(path, 'utf8')));
const withoutHouse = ofTheServer.filter((path) => !withHouse.includes(path));

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...everywhere,
          name: 'unit',
          include: ['{house,words}.test.ts', '{contract,web,sandbox}/src/**/*.test.{ts,tsx}', ...withoutHouse],
        },
      },
      {
        test: {
          ...everywhere,
          name: 'service',
          include: withHouse,
          globalSetup: ['server/test/global-setup.ts'],
        },
      },
    ],
  },
});
