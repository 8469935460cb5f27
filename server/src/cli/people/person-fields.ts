import { scanApps } from '@foyer/contract/apps/scan-apps';
import { type Language, defaultLanguage, isLanguage, languages } from '@foyer/contract/language';
import { longest } from '@foyer/contract/limits';
import { longestAccountId } from '@foyer/contract/rules/account-id';
import { readEmail, readMobile } from '@foyer/contract/rules/account-rules';
import { readName } from '@foyer/contract/rules/person-rules';
import { readAttribute } from '../attribute-rules.ts';
import { isSubject } from './person.ts';
import { readRoles } from './role-rules.ts';
import { readImportedHash } from '../../platform/imported-hash.ts';
import { peopleImport as limits } from './person.ts';
import type { Attribute } from '../../store/accounts/attributes.ts';
import type { NewPerson } from '../../store/accounts/people.ts';

/** The columns of CSV and the fields of JSON lines, in the order in which they are exported. */
export const personFields = [
  'sub',
  'external_id',
  'mobile',
  'mobile_verified',
  'email',
  'email_verified',
  'name',
  'latin_name',
  'language',
  'second_factor',
  'disabled',
  'created_at',
  'consent_version',
  'consent_at',
  'identities',
  'roles',
  'groups',
  'password_hash',
] as const;
type Field = (typeof personFields)[number];
/** The field of an attribute. */
export const attributeField = ({ name }: Pick<Attribute, 'name'>) => `attributes.${name}` as const;
export type PersonFields = Partial<Record<Field | ReturnType<typeof attributeField>, unknown>>;

/** All columns, with those of the attributes that the operator has declared. */
export const fieldsWith = (attributes: readonly Attribute[]) => [...personFields, ...attributes.map(attributeField)];

/** Marks a hash of ours, which is not of the password itself but of its SHA-256. */
export const ownHashPrefix = 'sha256:';

/** What a person of a file may refer to. */
export interface Declared {
  /** The ids of the applications. */
  clients: ReadonlySet<string>;
  attributes: readonly Attribute[];
  fields: ReadonlySet<string>;
}

interface Options {
  /** Whether a mobile number or e-mail address without a flag counts as verified. */
  assumeVerified: boolean;
  now: number;
  declared: Declared;
}

/** A line is refused with the first thing that is wrong with it. */
class Refusal extends Error {}

/** Checks the fields of one line. `leftOut` is the number of names that are not verified. */
export function readPerson(
  fields: Record<string, unknown>,
  { assumeVerified, now, declared }: Options,
): { person: NewPerson; leftOut: number } | { problem: string } {
  const given = new Map(Object.entries(fields).filter(([, value]) => value !== '' && value !== null));
  try {
    for (const name of given.keys())
      if (!declared.fields.has(name)) throw new Refusal(`${printable(name)} is not a known field`);
    const mobile = nameOf('mobile', readMobile, 'is not a mobile number of mainland China');
    const email = nameOf('email', readEmail, 'is not an e-mail address');
    const names = [mobile, email].filter((name) => name !== undefined);
    if (names.length === 0) throw new Refusal('has neither mobile nor email');
    const verified = names.filter(({ isVerified }) => isVerified);
    if (verified.length === 0)
      throw new Refusal('has no verified name: set mobile_verified or email_verified, or give --assume-verified');

    const language = languageOf();
    const secondFactor = flag('second_factor') ?? false;
    if (secondFactor && !mobile?.isVerified) throw new Refusal('second_factor needs a verified mobile');
    return {
      person: {
        sub: subject(),
        externalId: externalId(),
        mobile: mobile?.isVerified ? mobile.value : null,
        email: email?.isVerified ? email.value : null,
        name: personName('name'),
        latinName: personName('latin_name'),
        language,
        secondFactor,
        disabledAt: flag('disabled') ? new Date(now) : null,
        createdAt: pastTime('created_at') ?? new Date(now),
        agreement: agreementOf(language ?? defaultLanguage),
        identities: identitiesOf(given.get('identities')),
        roles: roles(),
        attributes: attributes(),
        ...passwordOf(given.get('password_hash')),
      },
      leftOut: names.length - verified.length,
    };
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.message };
    throw error;
  }

  function text(field: Field, maxLength: number): string | undefined {
    const value = given.get(field);
    if (value === undefined) return undefined;
    if (typeof value !== 'string') throw new Refusal(`${field} is not a text`);
    if (value.length > maxLength) throw new Refusal(`${field} is longer than ${maxLength} characters`);
    if (unstorable.test(value)) throw new Refusal(`${field} has a character that cannot be stored`);
    return value;
  }

  /** Names, addresses and numbers of people do not fit: logs and applications hold this id. */
  function subject(): string | null {
    const value = given.get('sub');
    if (value === undefined) return null;
    if (typeof value !== 'string' || !isSubject(value))
      throw new Refusal(
        `sub is not an id of up to ${longestAccountId} letters, digits and . _ ~ : | -, with a letter or digit first, or is a mobile number`,
      );
    // A token of a machine names it in the same place.
    if (declared.clients.has(value)) throw new Refusal('sub is the id of an application');
    return value;
  }

  function externalId(): string | null {
    const value = text('external_id', limits.maxSubjectLength) ?? null;
    if (value !== null && !isExternalId(value)) throw new Refusal('external_id has a character that is not shown');
    return value;
  }

  /** In CSV a list of texts is separated by spaces, with each text encoded as in a URL. */
  function attributes(): NewPerson['attributes'] {
    const values = declared.attributes.flatMap((attribute) => {
      const value = given.get(attributeField(attribute));
      if (value === undefined) return [];
      const isList = attribute.type === 'strings' && typeof value === 'string';
      const read = readAttribute(attribute, isList ? decodeList(value) : value);
      if ('problem' in read) throw new Refusal(`attributes.${read.problem}`);
      return [[attribute.name, read.value] as const];
    });
    return Object.fromEntries(values);
  }

  function roles(): NewPerson['roles'] {
    const read = readRoles({ roles: given.get('roles'), groups: given.get('groups') }, declared.clients);
    if ('problem' in read) throw new Refusal(read.problem);
    return read;
  }

  function flag(field: Field): boolean | undefined {
    const value = given.get(field);
    if (value === undefined) return undefined;
    if (value === true || value === 'true' || value === '1') return true;
    if (value === false || value === 'false' || value === '0') return false;
    throw new Refusal(`${field} is neither true nor false`);
  }

  function nameOf(field: 'mobile' | 'email', read: (typed: string) => string | undefined, problem: string) {
    const typed = text(field, longest.email);
    if (typed === undefined) return undefined;
    const value = read(typed);
    if (value === undefined) throw new Refusal(`${field} ${problem}`);
    return { value, isVerified: flag(`${field}_verified`) ?? assumeVerified };
  }

  function personName(field: 'name' | 'latin_name'): string | null {
    return readName(text(field, longest.name) ?? '') || null;
  }

  function languageOf(): Language | null {
    const value = given.get('language');
    if (value === undefined) return null;
    if (!isLanguage(value)) throw new Refusal(`language is none of ${languages.join(', ')}`);
    return value;
  }

  function pastTime(field: 'created_at' | 'consent_at'): Date | undefined {
    const value = text(field, 40);
    if (value === undefined) return undefined;
    const time = timeForm.test(value) ? new Date(value) : undefined;
    if (!time || Number.isNaN(time.getTime())) throw new Refusal(`${field} is not a time like 2026-01-31T08:00:00Z`);
    if (time.getTime() > now) throw new Refusal(`${field} is in the future`);
    if (time.getTime() < 0) throw new Refusal(`${field} is before 1970`);
    return time;
  }

  function agreementOf(inLanguage: Language): NewPerson['agreement'] {
    const [version, agreedAt] = [text('consent_version', 40), pastTime('consent_at')];
    if (version === undefined && agreedAt === undefined) return null;
    if (version === undefined || agreedAt === undefined)
      throw new Refusal('consent needs consent_version and consent_at');
    return { version, agreedAt, language: inLanguage };
  }
}

export const isExternalId = (value: string) => /^[^\p{C}]+$/u.test(value) && value.length <= limits.maxSubjectLength;

function decodeList(text: string): string[] {
  try {
    return text.split(/\s+/).filter(Boolean).map(decodeURIComponent);
  } catch {
    return [];
  }
}

/** Half of a character beyond U+FFFF, and NUL: the database refuses the whole batch. */
const unstorable = /[\p{Cs}\0]/u;

/** What stands in a file must not control the operator's terminal. */
export const printable = (text: string) => text.slice(0, 40).replace(/\p{C}/gu, '?');

/** A date counts from midnight in UTC; a time names its zone. */
const timeForm = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

const providers = [...scanApps, 'sso', 'wecom'];
const providerForm = new RegExp(`^(${providers.join('|')})\\.[\\w-]+(\\.[\\w-]+)*$`);
const companyForm = /^(sso|wecom)\./;

/** In CSV: `provider=subject`, separated by spaces, with the subject encoded as in a URL. */
function identitiesOf(value: unknown): NewPerson['identities'] {
  if (value === undefined) return [];
  const listed: unknown = typeof value === 'string' ? value.split(/\s+/).filter(Boolean).map(splitIdentity) : value;
  if (!Array.isArray(listed)) throw new Refusal('identities is not a list of provider and subject');
  if (listed.length > limits.maxIdentities)
    throw new Refusal(`identities has more than ${limits.maxIdentities} entries`);
  const identities = listed.map((one: unknown) => {
    const { provider, subject } = Object(one) as Record<string, unknown>;
    if (typeof provider !== 'string' || !providerForm.test(provider))
      throw new Refusal(`identities has a provider that is none of ${providers.map((name) => `${name}.…`).join(', ')}`);
    if (typeof subject !== 'string' || !/^[^\p{C}]+$/u.test(subject) || subject.length > limits.maxSubjectLength)
      throw new Refusal(`identities has no valid subject for ${provider}`);
    return { provider, subject };
  });
  const companies = identities.map(({ provider }) => provider).filter((provider) => companyForm.test(provider));
  if (new Set(companies).size < companies.length) throw new Refusal('identities has two subjects for one company');
  return identities;
}

function splitIdentity(text: string) {
  const at = text.indexOf('=');
  try {
    return { provider: text.slice(0, at), subject: decodeURIComponent(text.slice(at + 1)) };
  } catch {
    return undefined;
  }
}

/** Keycloak's hash is an object; it may also be its JSON. */
function passwordOf(value: unknown): Pick<NewPerson, 'passwordHash' | 'importedHash'> {
  if (value === undefined) return { passwordHash: null, importedHash: null };
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const isOwn = text.startsWith(ownHashPrefix);
  const read = readImportedHash(isOwn ? text.slice(ownHashPrefix.length) : text);
  if ('problem' in read) throw new Refusal(`password_hash ${read.problem}`);
  if (!isOwn) return { passwordHash: null, importedHash: read };
  if (!read.hash.startsWith('$argon2')) throw new Refusal(`password_hash with ${ownHashPrefix} is not argon2`);
  return { passwordHash: read.hash, importedHash: null };
}
