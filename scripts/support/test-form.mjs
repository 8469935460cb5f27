/**
 * Whether `npm test` runs in its short form: it sets FOYER_TESTS to `short` or `all` for its steps. A direct call of Vitest
 * or Playwright leaves nothing out. A test inside `if (!isShortForm)` proves no requirement row.
 */
export const isShortForm = process.env.FOYER_TESTS === 'short';
