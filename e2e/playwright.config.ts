import { defineConfig } from '@playwright/test';
import { minutes, seconds } from '@foyer/contract/time';
import { findChromium } from '../scripts/support/chromium.mjs';

const chromium = findChromium();
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const offline = ['--no-first-run', '--disable-quic', '--disable-sync', '--disable-background-networking'];

export default defineConfig({
  testDir: 'specs',
  outputDir: '../test-results',
  globalSetup: './fixtures/database-template.ts',
  fullyParallel: true,
  // One more than the cores of the machine it is tuned for: a worker sometimes waits for a timer or a response. Starting a
  // worker with its browser takes three seconds of a core, and its service two.
  workers: 3,
  // `npm test` names a test that passes only on retry as unsteady, with its trace.
  retries: process.env.CI === 'true' ? 1 : 0,
  // Generous, so that a busy machine fails no test.
  timeout: minutes(6),
  expect: { timeout: seconds(60) },
  reporter: 'line',
  use: {
    browserName: 'chromium',
    // Tests cannot intercept the requests of a service worker. The tests that need one allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
    // Animations take a fifth of the processor time of the browser, which draws without a graphics card.
    reducedMotion: 'reduce',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [...asRoot, ...offline, '--disable-component-update'],
    },
  },
});
