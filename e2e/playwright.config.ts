import { defineConfig } from '@playwright/test';
import { minutes, seconds } from '@foyer/contract/time';
import { findChromium } from '../scripts/chromium.mjs';

const chromium = findChromium();
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const quiet = ['--no-first-run', '--disable-quic', '--disable-sync', '--disable-background-networking'];

export default defineConfig({
  testDir: 'specs',
  outputDir: '../test-results',
  globalSetup: './fixtures/database-template.ts',
  fullyParallel: true,
  // Twice the cores that it is meant for: about half the time each waits for a clock, a frame or an answer.
  workers: 4,
  retries: 0,
  // A busy machine is slow, not wrong.
  timeout: minutes(2),
  expect: { timeout: seconds(30) },
  // Without a file to write to, the JSON report would go to the terminal.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['dot'], ['json']] : [['line']],
  use: {
    browserName: 'chromium',
    // Where it matters, it is allowed: what a worker asks for is seen by no test.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [...asRoot, ...quiet, '--disable-component-update'],
    },
  },
});
