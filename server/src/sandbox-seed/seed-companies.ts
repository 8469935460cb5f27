import { readAccount } from '@foyer/contract/rules/account-rules';
import { agreementVersion } from '@foyer/contract/agreement-version';
import type { Person } from '@foyer/sandbox/people';
import type { Sandbox } from '@foyer/sandbox/sandbox';
import type { Services } from '../services.ts';
import { providerOf } from '../parts/sso/sso-callback.ts';
import { subjectOf } from '../providers/sso/sso-user.ts';
import { accountStore } from '../store/accounts.ts';
import { companyStore } from '../store/companies.ts';
import { identityStore } from '../store/identities.ts';

type Outside = Pick<Sandbox, 'companies' | 'wecom' | 'wecomMembers'>;

/** Gives the sandbox's companies their connections, and the people who are bound there their identities. */
export async function seedCompanies(
  services: Services,
  { companies, wecom, wecomMembers }: Outside,
  people: readonly Person[],
) {
  const { database, clock, random } = services;
  const connections = companyStore(database.sql);
  const accounts = accountStore(database.sql, agreementVersion);
  const identities = identityStore(database.sql);
  const now = new Date(clock.now());

  for (const company of companies) {
    const { slug, kind, emailOnly, settings } = company;
    await connections.put({ slug, kind, emailOnly, settings, mailDomains: [], enabled: true, createdAt: now });
    for (const { id, linkedTo } of company.people) await bind(linkedTo, providerOf({ slug }), subjectAt(company, id));
  }
  for (const { id, linkedTo } of wecomMembers) await bind(linkedTo, `wecom.${wecom.app.corpId}`, id.toLowerCase());

  async function bind(boundTo: string | undefined, provider: string, subject: string) {
    const person = people.find((one) => one.id === boundTo);
    const principal = person && readAccount(person.mobile ?? person.email ?? '');
    const account = principal && (await accounts.find(principal));
    const links = [{ provider, subject, id: random.token(16) }];
    if (!account || (await identities.link(account.ouid, links, now))) return;
    // The sandbox has moved since its last start, and its people have other names there: the new one counts.
    const before = (await identities.ofAccount(account.ouid)).find((one) => one.provider === provider);
    if (before) await identities.unlink(account.ouid, before.id);
    await identities.link(account.ouid, links, now);
  }
}

/** Who somebody is there, as their company's door tells it. */
const subjectAt = ({ kind, settings }: Sandbox['companies'][number], id: string) =>
  kind === 'oidc'
    ? subjectOf(settings.issuer, id)
    : subjectOf(settings.entityId, 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent', id);
