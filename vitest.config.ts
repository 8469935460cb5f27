import { defineConfig } from 'vitest/config';

/** How long to wait before calling a test stuck. Never how long one should take: a busy machine fails nothing. */
const patience = { testTimeout: 60_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...patience,
          name: 'unit',
          include: ['house.test.ts', '{contract,web,sandbox}/src/**/*.test.{ts,tsx}'],
        },
      },
      {
        test: {
          ...patience,
          name: 'service',
          include: ['server/src/**/*.test.ts'],
          globalSetup: ['server/test/global-setup.ts'],
          // Opening a database takes its time on a busy machine.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
