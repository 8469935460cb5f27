import { defineConfig } from '@playwright/test';
import tests from '../playwright.config.ts';

/** `npm run readme-pictures`: takes the pictures of the README, in both languages. */
export default defineConfig({
  ...tests,
  testMatch: ['stills.ts', 'first-minute.ts'],
  testDir: '.',
  globalSetup: '../fixtures/database-template.ts',
  // The moving picture is a series of screenshots: other work would make them late.
  workers: 1,
});
