import { expect, test } from 'vitest';
import { shortForm } from './amounts.mjs';
import { parts } from './parts.mjs';

test.each(parts.filter(({ inShortForm }) => inShortForm))(
  'under a small load every answer is right, and no call reads a table as a whole: $name',
  async ({ measure }) => {
    const { rows } = await measure(shortForm);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ isMet, dependsOnMachine }) => !isMet && !dependsOnMachine)).toEqual([]);
  },
);
