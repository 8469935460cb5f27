import { expect, test } from 'vitest';
import { shortForm } from './amounts.ts';
import { parts } from './parts/parts.ts';

test.each(parts.filter(({ inShortForm }) => inShortForm))(
  'under a small load every answer is right, and no call reads a table as a whole: $name',
  async ({ measure }) => {
    const { rows } = await measure(shortForm);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ isMet, dependsOnMachine }) => !isMet && !dependsOnMachine)).toEqual([]);
  },
);
