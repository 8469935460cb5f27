import { expect, test } from 'vitest';
import { shortForm } from './numbers.ts';
import { measureParts, parts } from './parts.ts';

for (const settings of new Set(parts.map((part) => part.settings))) {
  const sharing = parts.filter((part) => part.settings === settings);
  const names = sharing.map(({ name }) => name).join(', ');

  test(`attacks in small numbers reach every bar: ${names}`, async () => {
    const { rows } = await measureParts(sharing, shortForm, () => {});
    expect(rows.filter(({ isMet, dependsOnMachine }) => !isMet && !dependsOnMachine)).toEqual([]);
  });
}
