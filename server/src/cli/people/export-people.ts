import { peopleImport } from '../../platform/service-limits.ts';
import type { StoredPerson } from '../../store/accounts/people.ts';
import { type PersonFields, ownHashPrefix, personFields } from './person-fields.ts';

export const exportFormats = ['jsonl', 'csv'] as const;

interface Options {
  format: (typeof exportFormats)[number];
  withPasswordHashes: boolean;
  write(text: string): Promise<void>;
}

/** Writes all people, page by page, and returns how many they are. */
export async function exportPeople(
  store: { page(after: string, limit: number): PromiseLike<StoredPerson[]> },
  { format, withPasswordHashes, write }: Options,
): Promise<number> {
  const columns = personFields.filter((field) => withPasswordHashes || field !== 'password_hash');
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
  const { mobile, email, name, latinName, language, identities, consentVersion, consentAt } = person;
  const passwordHash = person.passwordHash ? `${ownHashPrefix}${person.passwordHash}` : person.importedHash;
  return {
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
    ...(withPasswordHashes && passwordHash && { password_hash: passwordHash }),
  };
}

function csvCell(value: unknown): string {
  if (value === undefined) return '';
  const text = Array.isArray(value) ? value.map(identityText).join(' ') : `${value as string | boolean}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const identityText = ({ provider, subject }: { provider: string; subject: string }) =>
  `${provider}=${encodeURIComponent(subject)}`;
