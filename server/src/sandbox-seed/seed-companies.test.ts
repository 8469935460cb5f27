import { people } from '@foyer/sandbox/people';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { codeTestSettings } from '../../test/support/flows/test-codes.ts';
import { ssoHelpers } from '../../test/support/flows/test-company.ts';
import { testAppForFile } from '../../test/support/test-app.ts';
import { seedCompanies } from './seed-companies.ts';
import { identities } from '../store/schema/schema.ts';

const services = await testAppForFile({ sandbox: true, env: codeTestSettings });

test('a sandbox that comes back at another origin still knows its people', async () => {
  const before = await services.database.sql.select().from(identities);
  await services.database.sql.update(identities).set({ subject: sql`${identities.subject} || ' of an older origin'` });
  await seedCompanies(services, services.sandbox, people);
  expect(await ssoHelpers(services).signIn(services.browser(), 'acme', 'acme-alice')).toMatchObject({
    data: { loginStatus: true },
  });
  expect(await services.database.sql.select().from(identities)).toHaveLength(before.length);
});
