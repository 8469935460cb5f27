import { mergeTests } from '@playwright/test';
import { test as ownService } from './own-service.ts';
import { test as scanning } from './scanning.ts';

/** Scanning at a service that no other test uses: someone is a stranger once. */
export const test = mergeTests(scanning, ownService);
