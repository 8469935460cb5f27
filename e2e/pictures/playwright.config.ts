import { defineConfig } from '@playwright/test';
import tests from '../playwright.config.ts';

/** `npm run pictures`: takes a picture of every screen, at every width, in both languages. */
export default defineConfig({
  ...tests,
  testMatch: 'pictures.ts',
  testDir: '.',
  globalSetup: '../fixtures/database-template.ts',
});
