import { type SsoUser, emailIn, mobileIn, subjectOf } from './sso-user.ts';
import { all, children, names, only, parseXml, textOf, valueOf } from './saml-xml.ts';

interface Expected {
  issuer: string;
  acs: string;
  entityId: string;
  requestId: string;
  now: number;
  skew: number;
}

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const unspecified = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/** Attribute names that common identity providers use. */
const emailNames = [
  'email',
  'mail',
  'emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
];
const mobileNames = [
  'mobile',
  'phone',
  'phone_number',
  'urn:oid:0.9.2342.19200300.100.1.41',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/mobilephone',
];

/**
 * Reads an assertion whose signature has been verified. It must be for us, valid now, in response to our request, and have
 * a permanent NameID; otherwise the reason for the refusal is returned.
 */
export function readAssertion(
  signedXml: string,
  { issuer, acs, entityId, requestId, now, skew }: Expected,
): { person: SsoUser; assertion: string; until: number } | string {
  const root = parseXml(signedXml);
  if (!root || root.namespaceURI !== names.assertion || root.localName !== 'Assertion') return 'assertion';
  const id = valueOf(root, 'ID');
  if (id === undefined || textOf(only(root, names.assertion, 'Issuer')) !== issuer) return 'issuer';

  const subject = only(root, names.assertion, 'Subject');
  const confirmations = subject ? children(subject, names.assertion, 'SubjectConfirmation') : [];
  const data = confirmations
    .filter((one) => valueOf(one, 'Method') === bearer)
    .map((one) => only(one, names.assertion, 'SubjectConfirmationData'))
    .find((one) => valueOf(one, 'InResponseTo') === requestId);
  if (!subject || !data) return 'inResponseTo';
  if (valueOf(data, 'Recipient') !== acs) return 'recipient';

  const conditions = only(root, names.assertion, 'Conditions');
  const statement = only(root, names.assertion, 'AuthnStatement');
  const isValidNow = (element: Element | undefined, endName: string, endRequired: boolean) => {
    const [from, until] = [
      timeIn(element, 'NotBefore', -Infinity),
      timeIn(element, endName, endRequired ? NaN : Infinity),
    ];
    return from - skew <= now && now < until + skew;
  };
  if (!isValidNow(conditions, 'NotOnOrAfter', true) || !isValidNow(data, 'NotOnOrAfter', true)) return 'time';
  if (!statement || !isValidNow(statement, 'SessionNotOnOrAfter', false)) return 'session';

  const restrictions = conditions ? children(conditions, names.assertion, 'AudienceRestriction') : [];
  const isForUs = (restriction: Element) =>
    children(restriction, names.assertion, 'Audience').some((one) => textOf(one) === entityId);
  if (restrictions.length === 0 || !restrictions.every(isForUs)) return 'audience';

  const nameId = only(subject, names.assertion, 'NameID');
  const format = valueOf(nameId, 'Format') ?? unspecified;
  const name = textOf(nameId);
  if (!name || format === transient) return 'nameId';
  const attribute = (aliases: readonly string[]) => attributes(root).find(([key]) => aliases.includes(key))?.[1];
  const email = emailIn(attribute(emailNames));
  const mobile = mobileIn(attribute(mobileNames));
  const person = { subject: subjectOf(issuer, format, name), ...(email && { email }), ...(mobile && { mobile }) };
  return { person, assertion: id, until: timeIn(conditions, 'NotOnOrAfter', NaN) + skew };
}

/** NaN for an invalid time: every comparison with it is false. */
function timeIn(element: Element | undefined, name: string, fallback: number): number {
  const text = valueOf(element, name);
  return text === undefined ? fallback : Date.parse(text);
}

const attributes = (root: Element): [string, string][] =>
  all(root, names.assertion, 'Attribute').flatMap((one) => {
    const value = textOf(children(one, names.assertion, 'AttributeValue')[0]);
    const name = valueOf(one, 'Name');
    return name !== undefined && value !== undefined ? [[name.toLowerCase(), value]] : [];
  });
