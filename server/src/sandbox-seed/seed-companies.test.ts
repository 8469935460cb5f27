import { people } from '@foyer/sandbox/people';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { cheapPuzzles } from '../../test/support/test-codes.ts';
import { companiesOf } from '../../test/support/test-company.ts';
import { houseForFile } from '../../test/support/test-app.ts';
import { seedCompanies } from './seed-companies.ts';
import { identities } from '../store/schema/schema.ts';

const house = await houseForFile({ sandbox: true, env: cheapPuzzles });

test('a sandbox that comes back at another address still knows its people', async () => {
  const before = await house.database.sql.select().from(identities);
  await house.database.sql.update(identities).set({ subject: sql`${identities.subject} || ' of an older address'` });
  await seedCompanies(house, house.outside, people);
  expect(await companiesOf(house).signIn(house.browser(), 'acme', 'acme-alice')).toMatchObject({
    data: { loginStatus: true },
  });
  expect(await house.database.sql.select().from(identities)).toHaveLength(before.length);
});
