import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import config from '../playwright.config.ts';

// The gallery needs no service, so none is prepared.
const { globalSetup: _, ...shared } = config;

export default defineConfig({
  ...shared,
  testDir: 'specs',
  snapshotPathTemplate: '{testDir}/../pictures/{arg}{ext}',
  use: {
    ...shared.use,
    launchOptions: {
      ...shared.use?.launchOptions,
      env: { ...process.env, FONTCONFIG_FILE: fileURLToPath(new URL('fonts.conf', import.meta.url)) },
    },
  },
});
