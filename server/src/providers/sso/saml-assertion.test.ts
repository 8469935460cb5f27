import { companies } from '@foyer/sandbox/sso/companies';
import { unsignedSamlResponse } from '@foyer/sandbox/sso/saml-response';
import { hours, minutes } from '@foyer/contract/time';
import { expect, test } from 'vitest';
import { readAssertion } from './saml-assertion.ts';

const now = Date.UTC(2026, 2, 7);
const issuer = 'https://login.globex.example';
const acs = 'https://sign.example.com/api/sso/globex/acs';
const entityId = 'https://sign.example.com/api/sso/globex/metadata';
const expected = { issuer, acs, entityId, requestId: '_request', now, skew: minutes(1) };
const [bob] = companies.find(({ slug }) => slug === 'globex')!.people;
const response = { issuer, acs, audience: entityId, inResponseTo: '_request', now, person: bob! };
const assertion = /<saml:Assertion.*<\/saml:Assertion>/
  .exec(unsignedSamlResponse(response))![0]
  .replace('<saml:Assertion', '<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"');
const expired = 'NotOnOrAfter="2026-03-06T23:00:00Z"';

test('reads the subject from issuer, format and NameID, and when the assertion expires', () => {
  const format = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
  expect(readAssertion(assertion, expected)).toEqual({
    person: {
      subject: JSON.stringify([issuer, format, 'globex-bob']),
      email: 'bob@example.com',
      mobile: '13800138001',
    },
    assertion: /ID="([^"]+)"/.exec(assertion)![1],
    until: now + minutes(5) + minutes(1),
  });
});

/** Each case has exactly one fault, so that only its own check can reject it. */
test.each<[string, string, string]>([
  ['is another element', assertion.replaceAll('saml:Assertion', 'saml:Advice'), 'assertion'],
  ['has another namespace', assertion.replace('SAML:2.0:assertion', 'SAML:1.0:assertion'), 'assertion'],
  ['has no ID', assertion.replace(/ ID="[^"]+"/, ''), 'issuer'],
  ['has another issuer', assertion.replace(issuer, 'https://login.evil.test'), 'issuer'],
  ['is confirmed by holder-of-key', assertion.replace('cm:bearer', 'cm:holder-of-key'), 'inResponseTo'],
  ['is for another request', assertion.replace('"_request"', '"_another"'), 'inResponseTo'],
  ['names no request', assertion.replace(' InResponseTo="_request"', ''), 'inResponseTo'],
  ['is for another recipient', assertion.replace(acs, 'https://other.example/acs'), 'recipient'],
  ['has expired conditions', assertion.replace(/(<saml:Conditions.*?)NotOnOrAfter="[^"]+"/, `$1${expired}`), 'time'],
  ['has an expired subject confirmation', assertion.replace(/NotOnOrAfter="[^"]+"/, expired), 'time'],
  ['is not valid yet', assertion.replace(/NotBefore="[^"]+"/, 'NotBefore="2026-03-08T00:00:00Z"'), 'time'],
  ['has conditions without an end', assertion.replace(/(<saml:Conditions.*?) NotOnOrAfter="[^"]+"/, '$1'), 'time'],
  ['has an invalid end', assertion.replace(/NotOnOrAfter="[^"]+"/, 'NotOnOrAfter="never"'), 'time'],
  ['is of an expired session', assertion.replace(/SessionNotOnOrAfter="[^"]+"/, `Session${expired}`), 'session'],
  ['has no AuthnStatement', assertion.replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, ''), 'session'],
  ['is for another audience', assertion.replace(entityId, 'https://other.example/metadata'), 'audience'],
  ['has no audience', assertion.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, ''), 'audience'],
  [
    'has a second restriction to another audience',
    assertion.replace(
      '</saml:Conditions>',
      '<saml:AudienceRestriction><saml:Audience>them</saml:Audience></saml:AudienceRestriction></saml:Conditions>',
    ),
    'audience',
  ],
  ['has a transient NameID', assertion.replace('format:persistent', 'format:transient'), 'nameId'],
  ['has an empty NameID', assertion.replace('>globex-bob<', '><'), 'nameId'],
])('rejects an assertion that %s', (_, xml, reason) => {
  expect(xml).not.toBe(assertion);
  expect(readAssertion(xml, expected)).toBe(reason);
});

test('tolerates a clock difference of one minute', () => {
  const at = (time: number) => readAssertion(assertion, { ...expected, now: time });
  expect(at(now - minutes(2))).toBeTypeOf('object');
  expect(at(now - minutes(2) - 1)).toBe('time');
  expect(at(now + minutes(6) - 1)).toBeTypeOf('object');
  expect(at(now + minutes(6))).toBe('time');
  expect(at(now + hours(9))).toBe('time');
});
