import { defineConfig } from '@playwright/test';
import config from '../playwright.config.ts';

// Screens need no service, so none is prepared.
const { globalSetup: _, ...shared } = config;

export default defineConfig({ ...shared, testDir: '.' });
