import type { Locator, Page } from '@playwright/test';

/** The error messages that are visible now, in a page or a part of it. */
export const visibleErrors = (scope: Page | Locator) => scope.locator('[role=alert]:not(.visually-hidden):not(:empty)');
