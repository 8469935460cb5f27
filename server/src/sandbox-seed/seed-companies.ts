import { readAccount } from '@foyer/contract/rules/account-rules';
import type { Person } from '@foyer/sandbox/people';
import type { Sandbox } from '@foyer/sandbox/sandbox';
import type { Services } from '../services.ts';
import { providerOf } from '../parts/sso/sso-callback.ts';
import { subjectOf } from '../providers/sso/sso-user.ts';

/**
 * Creates the SSO connections of the sandbox's companies, and links their members to the accounts. A company that an
 * operator has added under the same name stays unchanged.
 */
export async function seedCompanies(
  { stores, clock }: Services,
  { companies, wecom, wecomMembers }: Pick<Sandbox, 'companies' | 'wecom' | 'wecomMembers'>,
  people: readonly Person[],
) {
  const { accounts, identities, sandboxEntries } = stores;
  const createdAt = new Date(clock.now());
  const ownPeople = new Set(await sandboxEntries.names('account'));
  const earlier = await sandboxEntries.names('company');
  const others = (await stores.companies.all()).filter(({ slug }) => !earlier.includes(slug)).map(({ slug }) => slug);

  for (const company of companies.filter(({ slug }) => !others.includes(slug))) {
    const { slug, displayName, kind, emailOnly, settings, mailDomains } = company;
    await sandboxEntries.add('company', slug);
    await sandboxEntries.add('provider', providerOf({ slug }));
    await stores.companies.put({
      slug,
      displayName,
      kind,
      emailOnly,
      settings,
      mailDomains: [...mailDomains],
      enabled: true,
      createdAt,
    });
    for (const { id, linkedTo } of company.people) await link(linkedTo, providerOf({ slug }), subjectAt(company, id));
  }
  const corporation = `wecom.${wecom.app.corpId}`;
  await sandboxEntries.add('provider', corporation);
  for (const { id, linkedTo } of wecomMembers) await link(linkedTo, corporation, id.toLowerCase());

  async function link(personId: string | undefined, provider: string, subject: string) {
    const person = people.find((one) => one.id === personId);
    const principal = person && readAccount(person.mobile ?? person.email ?? '');
    const account = principal && (await accounts.find(principal));
    if (!account || !ownPeople.has(account.ouid) || (await identities.link(account.ouid, [{ provider, subject }])))
      return;
    // The sandbox has started on another port, which is part of its subjects: replace the earlier identity.
    const replaced = (await identities.listByAccount(account.ouid)).find((one) => one.provider === provider);
    if (replaced) await identities.unlink(account.ouid, replaced.id);
    await identities.link(account.ouid, [{ provider, subject }]);
  }
}

/** The subject that the company's identity provider reports for a member. */
const subjectAt = ({ kind, settings }: Sandbox['companies'][number], id: string) =>
  kind === 'oidc'
    ? subjectOf(settings.issuer, id)
    : subjectOf(settings.entityId, 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent', id);
