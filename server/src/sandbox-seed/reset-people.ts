import type { Person } from '@foyer/sandbox/people';
import type { Sandbox } from '@foyer/sandbox/sandbox';
import { inArray, or } from 'drizzle-orm';
import type { Services } from '../services.ts';
import { providerOf } from '../parts/sso/sso-callback.ts';
import { accounts, attempts, codes, identities, quotas, scans } from '../store/schema/schema.ts';
import { seedCompanies } from './seed-companies.ts';
import { seedPeople } from './seed-people.ts';

/**
 * Brings the sandbox's people back to their first state: their accounts are made anew, which ends their sessions and
 * forgets their browsers, and no limit or code is left. Accounts of other people stay.
 */
export async function resetPeople(
  services: Services,
  people: readonly Person[],
  sandbox: Pick<Sandbox, 'alipay' | 'companies' | 'wecom' | 'wecomMembers'>,
) {
  if (!services.config.sandbox) throw new Error('Only the sandbox has people to reset');
  const mobiles = people.flatMap(({ mobile, appAccounts }) => [mobile, appAccounts?.alipay.mobile]).filter(isText);
  const emails = people.flatMap(({ email, emailChange }) => [email, emailChange?.before]).filter(isText);
  const subjects = people.flatMap(({ appAccounts }) =>
    Object.values(appAccounts ?? {}).flatMap((account) => Object.values<string>(account)),
  );
  const providers = [...sandbox.companies.map(({ slug }) => providerOf({ slug })), `wecom.${sandbox.wecom.app.corpId}`];
  await services.database.sql.transaction(async (sql) => {
    await sql.delete(accounts).where(or(inArray(accounts.mobile, mobiles), inArray(accounts.email, emails)));
    // An identity of theirs may be linked to the account of a number that is not theirs.
    await sql
      .delete(identities)
      .where(or(inArray(identities.subject, subjects), inArray(identities.provider, providers)));
    for (const table of [attempts, codes, quotas, scans]) await sql.delete(table);
  });
  await seedPeople(services, people, sandbox.alipay.appId);
  await seedCompanies(services, sandbox, people);
}

const isText = (value: string | undefined) => value !== undefined;
