import type { Person } from '@foyer/sandbox/people';
import type { Sandbox } from '@foyer/sandbox/sandbox';
import { inArray } from 'drizzle-orm';
import type { Services } from '../services.ts';
import { sandboxEntryStore } from '../store/sandbox-entries.ts';
import { accounts, attempts, codes, handoffs, identities, quotas, scans } from '../store/schema/schema.ts';
import { seedCompanies } from './seed-companies.ts';
import { seedPeople } from './seed-people.ts';

/**
 * Brings the sandbox's people back to their first state: their accounts are made anew, which ends their sessions and
 * forgets their browsers, and no limit or code is left. Accounts of other people stay.
 */
export async function resetPeople(
  services: Services,
  people: readonly Person[],
  sandbox: Pick<Sandbox, 'apps' | 'companies' | 'wecom' | 'wecomMembers'>,
) {
  if (!services.config.sandbox) throw new Error('Only the sandbox has people to reset');
  const subjects = people.flatMap(({ appAccounts }) =>
    Object.values(appAccounts ?? {}).flatMap((account) => Object.values<string>(account)),
  );
  await services.database.sql.transaction(async (sql) => {
    const entries = sandboxEntryStore(sql, services.clock);
    const ouids = (await entries.people()).map(({ ouid }) => ouid);
    await sql.delete(accounts).where(inArray(accounts.ouid, ouids));
    // An identity of theirs may be linked to the account of a number that is not theirs.
    await entries.unlinkIdentities();
    await sql.delete(identities).where(inArray(identities.subject, subjects));
    for (const table of [attempts, codes, handoffs, quotas, scans]) await sql.delete(table);
  });
  await seedPeople(services, people, sandbox.apps);
  await seedCompanies(services, sandbox, people);
}
