import { readAccount } from '@foyer/contract/rules/account-rules';
import type { Person } from '@foyer/sandbox/people';
import type { Sandbox } from '@foyer/sandbox/sandbox';
import type { Services } from '../services.ts';
import { providerOf } from '../parts/sso/sso-callback.ts';
import { subjectOf } from '../providers/sso/sso-user.ts';

/** Creates the SSO connections of the sandbox's companies, and links their members to the accounts. */
export async function seedCompanies(
  { stores, clock }: Services,
  { companies, wecom, wecomMembers }: Pick<Sandbox, 'companies' | 'wecom' | 'wecomMembers'>,
  people: readonly Person[],
) {
  const { accounts, identities } = stores;
  const createdAt = new Date(clock.now());

  for (const company of companies) {
    const { slug, kind, emailOnly, settings } = company;
    await stores.companies.put({ slug, kind, emailOnly, settings, mailDomains: [], enabled: true, createdAt });
    for (const { id, linkedTo } of company.people) await link(linkedTo, providerOf({ slug }), subjectAt(company, id));
  }
  for (const { id, linkedTo } of wecomMembers) await link(linkedTo, `wecom.${wecom.app.corpId}`, id.toLowerCase());

  async function link(personId: string | undefined, provider: string, subject: string) {
    const person = people.find((one) => one.id === personId);
    const principal = person && readAccount(person.mobile ?? person.email ?? '');
    const account = principal && (await accounts.find(principal));
    if (!account || (await identities.link(account.ouid, [{ provider, subject }]))) return;
    // The sandbox has started on another port, which is part of its subjects: replace the earlier identity.
    const earlier = (await identities.listByAccount(account.ouid)).find((one) => one.provider === provider);
    if (earlier) await identities.unlink(account.ouid, earlier.id);
    await identities.link(account.ouid, [{ provider, subject }]);
  }
}

/** The subject that the company's identity provider reports for a member. */
const subjectAt = ({ kind, settings }: Sandbox['companies'][number], id: string) =>
  kind === 'oidc'
    ? subjectOf(settings.issuer, id)
    : subjectOf(settings.entityId, 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent', id);
