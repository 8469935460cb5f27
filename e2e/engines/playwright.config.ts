import { defineConfig } from '@playwright/test';
import config from '../playwright.config.ts';
import { type Engine, engines } from './engine-test.ts';

/** Each engine has one worker, with one service and one browser for all its walks. */
export default defineConfig<object, { engine: Engine }>({
  ...config,
  testDir: '.',
  globalSetup: '../fixtures/database-template.ts',
  fullyParallel: false,
  workers: 2,
  // One more than elsewhere: WebKitGTK leaves a command without an answer now and then, and the cause is not known.
  retries: process.env.CI === 'true' ? 2 : 0,
  projects: engines.map((engine) => ({ name: engine, use: { engine } })),
});
