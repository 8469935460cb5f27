import { companies } from '@foyer/sandbox/sso/companies';
import { signSamlResponse, unsignedSamlResponse } from '@foyer/sandbox/sso/saml-response';
import { expect, test } from 'vitest';
import { identityProvider } from '../http/safe-fetch.ts';
import { checkSamlResponse } from './saml-response.ts';

const expected = {
  issuer: 'https://login.globex.example',
  acs: 'https://sign.example.com/api/sso/globex/acs',
  requestId: '_request',
};
const { issuer, acs } = expected;
const [, dan] = companies.find(({ slug }) => slug === 'globex')!.people;
const response = { issuer, acs, audience: 'us', inResponseTo: expected.requestId, now: Date.now(), person: dan! };
const signed = await signSamlResponse(unsignedSamlResponse(response));
const whole = await signSamlResponse(unsignedSamlResponse(response), { part: 'Response' });

const check = (xml: string) => checkSamlResponse(Buffer.from(xml).toString('base64'), expected);
const partOf = (pattern: RegExp) => pattern.exec(signed)![0];
const assertion = partOf(/<saml:Assertion.*<\/saml:Assertion>/);
const signature = partOf(/<Signature.*<\/Signature>/);
const reference = partOf(/<Reference.*<\/Reference>/);
const renamed = (xml: string) => xml.replaceAll(/ ID="[^"]+"/g, ' ID="_another"');
const unsigned = renamed(assertion.replace(signature, ''));

test('accepts a response with one assertion, whichever of the two is signed', () => {
  expect(check(signed)).toBeUndefined();
  expect(check(whole)).toBeUndefined();
  expect(
    check(signed.replace(/ Destination="[^"]+"/, '').replace(/(<samlp:Response.*?) InResponseTo="[^"]+"/, '$1')),
  ).toBe(undefined);
});

/** Each is rejected before the signature is verified. */
test.each<[string, string, string]>([
  ['is too long', `${signed}${' '.repeat(identityProvider.maxSamlResponseBytes)}`, 'size'],
  ['is cut off', signed.slice(0, -1), 'xml'],
  ['declares an entity', `<!DOCTYPE r [<!ENTITY who "bob">]>${signed}`, 'xml'],
  ['has a comment in a value', signed.replace('>globex-dan<', '>globex-<!-- -->dan<'), 'xml'],
  ['has a processing instruction', signed.replace('>globex-dan<', '><?who bob?>globex-dan<'), 'xml'],
  ['is another message', signed.replaceAll('samlp:Response', 'samlp:LogoutResponse'), 'root'],
  ['has another namespace', signed.replace('SAML:2.0:protocol', 'SAML:2.1:protocol'), 'root'],
  ['has no assertion', signed.replace(assertion, ''), 'assertions'],
  ['has two assertions', signed.replace(assertion, assertion + unsigned), 'assertions'],
  [
    'has another assertion as signed advice',
    whole.replace('<saml:AuthnStatement', `<saml:Advice>${unsigned}</saml:Advice><saml:AuthnStatement`),
    'assertions',
  ],
  [
    'has its assertion one level down',
    signed.replace(assertion, `<samlp:Extensions>${assertion}</samlp:Extensions>`),
    'assertions',
  ],
  ['has an assertion in another namespace', signed.replaceAll('saml:Assertion', 'samlp:Assertion'), 'assertions'],
  [
    'has an encrypted assertion as well',
    signed.replace(assertion, `${assertion}<saml:EncryptedAssertion/>`),
    'assertions',
  ],
  ['uses an ID twice', signed.replace('<saml:Subject>', `<saml:Subject ${partOf(/ID="[^"]+"/)}>`), 'ids'],
  ['has an assertion without an ID', whole.replace(/(<saml:Assertion[^>]*?) ID="[^"]+"/, '$1'), 'ids'],
  ['has no conditions', signed.replace(/<saml:Conditions.*<\/saml:Conditions>/, ''), 'conditions'],
  ['has two conditions', signed.replace(/<saml:Conditions.*<\/saml:Conditions>/, '$&$&'), 'conditions'],
  ['has an attribute without a name', signed.replace(/(<saml:Attribute) Name="[^"]+"/, '$1'), 'attributes'],
  ['is not signed', signed.replace(signature, ''), 'signature'],
  [
    'has its signature in another element',
    signed.replace(signature, '').replace('<saml:Subject>', `<saml:Subject>${signature}`),
    'signature',
  ],
  ['is signed twice', signed.replace(signature, signature + signature), 'signature'],
  ['has a signature with two references', signed.replace(reference, reference + reference), 'signature'],
  ['has a signature without a reference', signed.replace(reference, ''), 'signature'],
  ['has a signature of another element', signed.replace(/URI="#[^"]+"/, 'URI="#_another"'), 'signature'],
  ['has a signature with an empty reference', signed.replace(/URI="#[^"]+"/, 'URI=""'), 'signature'],
  [
    'is signed with SHA-1',
    signed.replace(/[^"]+#rsa-sha256/, 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'),
    'signature',
  ],
  [
    'is signed with a shared secret',
    signed.replace(/[^"]+#rsa-sha256/, 'http://www.w3.org/2000/09/xmldsig#hmac-sha1'),
    'signature',
  ],
  [
    'is digested with SHA-1',
    signed.replace(/[^"]+xmlenc#sha256/, 'http://www.w3.org/2000/09/xmldsig#sha1'),
    'signature',
  ],
  [
    'uses another canonicalization',
    signed.replace(/(<CanonicalizationMethod Algorithm=")[^"]+/, '$1http://www.w3.org/TR/2001/REC-xml-c14n-20010315'),
    'signature',
  ],
  [
    'uses another transform',
    signed.replace(/(<Transform Algorithm=")[^"]+/, '$1http://www.w3.org/TR/1999/REC-xslt-19991116'),
    'signature',
  ],
  ['uses three transforms', signed.replace(/<Transform [^>]+>/, '$&$&'), 'signature'],
  ['reports a failure', signed.replace('status:Success', 'status:Responder'), 'status'],
  ['has no status', signed.replace(/<samlp:Status>.*<\/samlp:Status>/, ''), 'status'],
  ['has another issuer', signed.replace(issuer, 'https://login.evil.test'), 'issuer'],
  ['has two issuers', signed.replace('<samlp:Status>', `<saml:Issuer>${issuer}</saml:Issuer><samlp:Status>`), 'issuer'],
  [
    'has another destination',
    signed.replace(`Destination="${acs}"`, 'Destination="https://other.example/acs"'),
    'destination',
  ],
  ['is for another request', signed.replace('InResponseTo="_request"', 'InResponseTo="_another"'), 'inResponseTo'],
])('rejects a response that %s', (_, xml, reason) => {
  expect(check(xml)).toBe(reason);
});
