import * as v from 'valibot';
import { expect, test } from 'vitest';
import { startPersonSearch } from '../flows/find-account.ts';
import { readIdNumber, readName } from './person-rules.ts';

test('an ID number may have groups and full-width characters [PG-02] [D-15]', () => {
  for (const typed of [' 110101199203074569 ', '110101 19920307 4569', '１１０１０１１９９２０３０７４５６９'])
    expect(readIdNumber(typed)).toBe('110101199203074569');
});

test('control characters and direction marks are removed from a name, and a name of nothing else is empty [PG-02]', () => {
  expect(readName(' 林\u0000爱\t丽\u0007 ')).toBe('林爱丽');
  expect(readName('\u202eniL\u2066 eiM\u200f')).toBe('niL eiM');
  const ask = { name: '\u0000\t', idNumber: '110101199203074569' };
  expect(v.is(startPersonSearch.request, ask)).toBe(false);
  expect(v.parse(startPersonSearch.request, { ...ask, name: 'Ａlice\u0000 Lin' }).name).toBe('Alice Lin');
});
