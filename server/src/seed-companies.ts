import { readAccount } from '@foyer/contract/account-rules';
import { agreementVersion } from '@foyer/contract/agreement-version';
import type { Person } from '@foyer/sandbox/people';
import type { Sandbox } from '@foyer/sandbox/sandbox';
import type { House } from './house.ts';
import { providerOf } from './parts/company-door.ts';
import { subjectOf } from './providers/enterprise.ts';
import { accountStore } from './store/accounts.ts';
import { companyStore } from './store/companies.ts';
import { identityStore } from './store/identities.ts';

/** Gives the sandbox's companies their connections, and the people who are bound there their identities. */
export async function seedCompanies(house: House, connections: Sandbox['companies'], people: readonly Person[]) {
  const { database, clock, chance } = house;
  const companies = companyStore(database.sql);
  const accounts = accountStore(database.sql, agreementVersion);
  const identities = identityStore(database.sql);
  for (const connection of connections) {
    const { slug, kind, emailOnly, settings, people: employees } = connection;
    const createdAt = new Date(clock.now());
    await companies.put({ slug, kind, emailOnly, settings, mailDomains: [], enabled: true, createdAt });
    for (const { id, boundTo } of employees) {
      const person = people.find((one) => one.id === boundTo);
      const principal = person && readAccount(person.mobile ?? person.email ?? '');
      const account = principal && (await accounts.find(principal));
      const identity = { provider: providerOf({ slug }), subject: subjectAt(connection, id) };
      const links = [{ ...identity, id: chance.token(16) }];
      if (account) await identities.link(account.ouid, links, createdAt);
    }
  }
}

/** Who somebody is there, as their company's door tells it. */
const subjectAt = ({ kind, settings }: Sandbox['companies'][number], id: string) =>
  kind === 'oidc'
    ? subjectOf(settings.issuer, id)
    : subjectOf(settings.entityId, 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent', id);
