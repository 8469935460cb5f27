import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['house.test.ts', '{contract,web,sandbox}/src/**/*.test.{ts,tsx}'],
        },
      },
      {
        test: {
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
