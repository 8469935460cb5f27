import { claimsByScope } from '../parts/oidc/account-claims.ts';
import type { Attribute } from '../store/accounts/attributes.ts';
import type { AttributeValue } from '../store/schema/attribute-schema.ts';

/** What the operator keeps about a person: it stands in answers and tokens, with all the others. */
const attributes = { maxNameLength: 40, maxLength: 255, maxInList: 50 } as const;

/** The scopes of OpenID Connect: neither an API nor an attribute can have one of them. */
export const reservedScopes = [...Object.keys(claimsByScope), 'address', 'offline_access'];

/** The characters of a scope: RFC 6749. */
export const scopeForm = /^[\u0021\u0023-\u005b\u005d-\u007e]+$/;

/** Claims that tokens have for themselves, beside those of our scopes. */
const reservedClaims =
  'iss aud exp nbf iat jti sid nonce azp at_hash c_hash s_hash cnf act client_id scope events entitlements external_id'.split(
    ' ',
  );

/** Why an attribute cannot be declared like this, or undefined if it can. */
export function attributeProblem({ name, scope, label, labels }: Attribute): string | undefined {
  const claims = Object.values(claimsByScope).flat();
  if (!/^[a-z][a-z\d_]*$/.test(name) || name.length > attributes.maxNameLength)
    return `${name}: give 1 to ${attributes.maxNameLength} lower-case letters, digits or underscores, a letter first`;
  if ([...claims, ...reservedClaims].includes(name)) return `${name}: tokens have a claim of this name already`;
  if (!scopeForm.test(scope) || reservedScopes.includes(scope))
    return `${scope}: give a scope of your own without spaces and quotation marks`;
  const wrong = [label, ...Object.values(labels ?? {})].find((text) => !isText(text));
  return wrong === undefined ? undefined : `give a label of 1 to ${attributes.maxLength} characters`;
}

const isText = (text: string) => text.trim() !== '' && text.length <= attributes.maxLength && !/\p{C}/u.test(text);

/** Reads the value of an attribute: JSON of its type, or text, of which a list of texts has several. */
export function readAttribute(
  { name, type }: Pick<Attribute, 'name' | 'type'>,
  given: unknown,
): { value: AttributeValue } | { problem: string } {
  const value = readers[type](given);
  return value === undefined ? { problem: `${name} is not ${words[type]}` } : { value };
}

/** The texts of a command as a value: several are a list, which other types do not take. */
export const givenFor = ({ type }: Pick<Attribute, 'type'>, texts: readonly string[]): unknown =>
  type === 'strings' || texts.length > 1 ? texts : texts[0];

const readText = (given: unknown) => (typeof given === 'string' && isText(given) ? given : undefined);

const readers: Record<Attribute['type'], (given: unknown) => AttributeValue | undefined> = {
  string: readText,
  number(given) {
    const number = typeof given === 'string' && /^-?\d+(\.\d+)?$/.test(given) ? Number(given) : given;
    const isExact = typeof number === 'number' && Math.abs(number) <= Number.MAX_SAFE_INTEGER;
    return isExact ? number : undefined;
  },
  boolean: (given) =>
    given === true || given === 'true' ? true : given === false || given === 'false' ? false : undefined,
  date(given) {
    const text = readText(given);
    if (text === undefined || !/^\d{4}-\d\d-\d\d$/.test(text)) return undefined;
    const day = new Date(`${text}T00:00:00Z`);
    return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : undefined;
  },
  strings(given) {
    const all = Array.isArray(given) ? given.map(readText) : [];
    const texts = all.filter((one) => one !== undefined);
    return texts.length > 0 && texts.length === all.length && texts.length <= attributes.maxInList ? texts : undefined;
  },
};

const words: Record<Attribute['type'], string> = {
  string: `a text of 1 to ${attributes.maxLength} characters`,
  number: 'a number such as 3 or -0.5',
  boolean: 'true or false',
  date: 'a date such as 2026-01-31',
  strings: `a list of 1 to ${attributes.maxInList} texts of up to ${attributes.maxLength} characters`,
};
