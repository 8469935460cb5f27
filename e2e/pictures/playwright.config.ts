import { defineConfig } from '@playwright/test';
import tests from '../playwright.config.ts';

/** `npm run pictures`: every screen, at every width, in both languages, to be looked at. */
export default defineConfig({
  ...tests,
  testMatch: 'pictures.ts',
  testDir: '.',
  globalSetup: '../fixtures/database-template.ts',
});
