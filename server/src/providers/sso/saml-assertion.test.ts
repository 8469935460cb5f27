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
const answer = { issuer, acs, audience: entityId, inResponseTo: '_request', now, person: bob! };
const statement = /<saml:Assertion.*<\/saml:Assertion>/
  .exec(unsignedSamlResponse(answer))![0]
  .replace('<saml:Assertion', '<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"');
const over = 'NotOnOrAfter="2026-03-06T23:00:00Z"';

test('a statement tells who it is, by issuer, kind of name and name, and until when it may be heard', () => {
  const kind = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
  expect(readAssertion(statement, expected)).toEqual({
    person: { subject: JSON.stringify([issuer, kind, 'globex-bob']), email: 'bob@example.com', mobile: '13800138001' },
    assertion: /ID="([^"]+)"/.exec(statement)![1],
    until: now + minutes(5) + minutes(1),
  });
});

/** One thing is wrong with each, so that nothing but its own check can stop it. */
test.each<[string, string, string]>([
  ['is none', statement.replaceAll('saml:Assertion', 'saml:Advice'), 'assertion'],
  ['is none of ours', statement.replace('SAML:2.0:assertion', 'SAML:1.0:assertion'), 'assertion'],
  ['has no name', statement.replace(/ ID="[^"]+"/, ''), 'issuer'],
  ['comes from somebody else', statement.replace(issuer, 'https://login.evil.test'), 'issuer'],
  ['is for whoever holds a key', statement.replace('cm:bearer', 'cm:holder-of-key'), 'inResponseTo'],
  ['answers another request', statement.replace('"_request"', '"_another"'), 'inResponseTo'],
  ['answers none', statement.replace(' InResponseTo="_request"', ''), 'inResponseTo'],
  ['is for another address', statement.replace(acs, 'https://other.example/acs'), 'recipient'],
  [
    'was to be said until an hour ago',
    statement.replace(/(<saml:Conditions.*?)NotOnOrAfter="[^"]+"/, `$1${over}`),
    'time',
  ],
  ['was to be brought until an hour ago', statement.replace(/NotOnOrAfter="[^"]+"/, over), 'time'],
  ['is for tomorrow', statement.replace(/NotBefore="[^"]+"/, 'NotBefore="2026-03-08T00:00:00Z"'), 'time'],
  ['may be said for ever', statement.replace(/(<saml:Conditions.*?) NotOnOrAfter="[^"]+"/, '$1'), 'time'],
  ['ends at no time', statement.replace(/NotOnOrAfter="[^"]+"/, 'NotOnOrAfter="never"'), 'time'],
  ['is of a session that is over', statement.replace(/SessionNotOnOrAfter="[^"]+"/, `Session${over}`), 'session'],
  ['says nothing of a sign-in', statement.replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, ''), 'session'],
  ['is for another service', statement.replace(entityId, 'https://other.example/metadata'), 'audience'],
  ['is for everybody', statement.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, ''), 'audience'],
  [
    'is for us as far as another service lets it',
    statement.replace(
      '</saml:Conditions>',
      '<saml:AudienceRestriction><saml:Audience>them</saml:Audience></saml:AudienceRestriction></saml:Conditions>',
    ),
    'audience',
  ],
  ['is about someone who is gone tomorrow', statement.replace('format:persistent', 'format:transient'), 'nameId'],
  ['is about nobody', statement.replace('>globex-bob<', '><'), 'nameId'],
])('a statement that %s is not believed', (_, xml, reason) => {
  expect(xml).not.toBe(statement);
  expect(readAssertion(xml, expected)).toBe(reason);
});

test('a minute of difference between two clocks is forgiven, and no more', () => {
  const at = (time: number) => readAssertion(statement, { ...expected, now: time });
  expect(at(now - minutes(2))).toBeTypeOf('object');
  expect(at(now - minutes(2) - 1)).toBe('time');
  expect(at(now + minutes(6) - 1)).toBeTypeOf('object');
  expect(at(now + minutes(6))).toBe('time');
  expect(at(now + hours(9))).toBe('time');
});
