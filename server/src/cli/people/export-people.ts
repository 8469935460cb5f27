import { peopleImport } from './person.ts';
import type { ExternalIdentity } from '../../store/accounts/identities.ts';
import type { StoredPerson } from '../../store/accounts/people.ts';
import type { Attribute } from '../../store/accounts/attributes.ts';
import { namesByClient } from './role-rules.ts';
import { type PersonFields, attributeField, fieldsWith, ownHashPrefix } from './person-fields.ts';

export const exportFormats = ['jsonl', 'csv'] as const;

interface Options {
  format: (typeof exportFormats)[number];
  withPasswordHashes: boolean;
  attributes: readonly Attribute[];
  write(text: string): Promise<void>;
}

/** Writes all people, page by page, and returns how many they are. */
export async function exportPeople(
  store: { page(after: string, limit: number): PromiseLike<StoredPerson[]> },
  { format, withPasswordHashes, attributes, write }: Options,
): Promise<number> {
  const columns = fieldsWith(attributes).filter((field) => withPasswordHashes || field !== 'password_hash');
  if (format === 'csv') await write(`${columns.join(',')}\n`);
  let count = 0;
  for (let after = ''; ;) {
    const page = await store.page(after, peopleImport.batch);
    const people = page.map((row) => fieldsOf(row, withPasswordHashes));
    const lines = people.map((fields) =>
      format === 'csv' ? columns.map((column) => csvCell(fields[column])).join(',') : JSON.stringify(fields),
    );
    if (lines.length > 0) await write(`${lines.join('\n')}\n`);
    count += page.length;
    const last = page.at(-1);
    if (!last || page.length < peopleImport.batch) return count;
    after = last.ouid;
  }
}

/** What is false, empty or not known is left out. Every name of an account is verified. */
function fieldsOf(person: StoredPerson, withPasswordHashes: boolean): PersonFields {
  const { ouid, externalId, mobile, email, name, latinName, language, identities, roles, consentVersion, consentAt } =
    person;
  const passwordHash = person.passwordHash ? `${ownHashPrefix}${person.passwordHash}` : person.importedHash;
  return {
    sub: ouid,
    ...(externalId && { external_id: externalId }),
    ...(mobile && { mobile, mobile_verified: true }),
    ...(email && { email, email_verified: true }),
    ...(name && { name }),
    ...(latinName && { latin_name: latinName }),
    ...(language && { language }),
    // Authenticator apps and passkeys are not exported: without a mobile number nothing could prove the second factor.
    ...(person.secondFactor && mobile && { second_factor: true }),
    ...(person.disabledAt && { disabled: true }),
    created_at: person.createdAt.toISOString(),
    ...(consentVersion && { consent_version: consentVersion, consent_at: consentAt }),
    ...(identities && { identities }),
    roles: namesByClient(roles, 'roles'),
    groups: namesByClient(roles, 'groups'),
    ...(withPasswordHashes && passwordHash && { password_hash: passwordHash }),
    ...Object.fromEntries(
      Object.entries(person.attributes ?? {}).map(([attribute, value]) => [attributeField({ name: attribute }), value]),
    ),
  };
}

function csvCell(value: unknown): string {
  if (value === undefined) return '';
  const text = cellText(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What a list holds is encoded, so that spaces separate it: identities, names by application, or the texts of an attribute. */
function cellText(value: unknown): string {
  if (Array.isArray(value)) return value.map(entryText).join(' ');
  if (typeof value !== 'object' || value === null) return `${value as string | number | boolean}`;
  return Object.entries(value as Record<string, string[]>)
    .flatMap(([client, names]) => names.map((name) => `${client}=${encodeURIComponent(name)}`))
    .join(' ');
}

const entryText = (entry: string | ExternalIdentity) =>
  typeof entry === 'string' ? encodeURIComponent(entry) : `${entry.provider}=${encodeURIComponent(entry.subject)}`;
