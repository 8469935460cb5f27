import { companies } from '@foyer/sandbox/sso/companies';
import { signSamlResponse, unsignedSamlResponse } from '@foyer/sandbox/sso/saml-response';
import { expect, test } from 'vitest';
import { identityProvider } from '../../platform/service-limits.ts';
import { readSamlResponse } from './saml-response.ts';

const expected = {
  issuer: 'https://login.globex.example',
  acs: 'https://sign.example.com/api/sso/globex/acs',
  requestId: '_request',
};
const { issuer, acs } = expected;
const [, dan] = companies.find(({ slug }) => slug === 'globex')!.people;
const answer = { issuer, acs, audience: 'us', inResponseTo: expected.requestId, now: Date.now(), person: dan! };
const signed = await signSamlResponse(unsignedSamlResponse(answer));
const whole = await signSamlResponse(unsignedSamlResponse(answer), { part: 'Response' });

const read = (xml: string) => readSamlResponse(Buffer.from(xml).toString('base64'), expected);
const partOf = (pattern: RegExp) => pattern.exec(signed)![0];
const assertion = partOf(/<saml:Assertion.*<\/saml:Assertion>/);
const signature = partOf(/<Signature.*<\/Signature>/);
const reference = partOf(/<Reference.*<\/Reference>/);
const renamed = (xml: string) => xml.replaceAll(/ ID="[^"]+"/g, ' ID="_another"');
const unsigned = renamed(assertion.replace(signature, ''));

test('an answer of one statement can be read, whichever of the two is signed', () => {
  expect(read(signed)).toBeUndefined();
  expect(read(whole)).toBeUndefined();
  expect(
    read(signed.replace(/ Destination="[^"]+"/, '').replace(/(<samlp:Response.*?) InResponseTo="[^"]+"/, '$1')),
  ).toBe(undefined);
});

/** Each of these is stopped here, before the signature is looked at: what stops it later is another matter. */
test.each<[string, string, string]>([
  ['is longer than any', `${signed}${' '.repeat(identityProvider.maxSamlResponseBytes)}`, 'size'],
  ['is half an answer', signed.slice(0, -1), 'xml'],
  ['declares an entity', `<!DOCTYPE r [<!ENTITY who "bob">]>${signed}`, 'xml'],
  ['has a comment in a value', signed.replace('>globex-dan<', '>globex-<!-- -->dan<'), 'xml'],
  ['has an instruction', signed.replace('>globex-dan<', '><?who bob?>globex-dan<'), 'xml'],
  ['answers something else', signed.replaceAll('samlp:Response', 'samlp:LogoutResponse'), 'root'],
  ['is of no kind that we know', signed.replace('SAML:2.0:protocol', 'SAML:2.1:protocol'), 'root'],
  ['has no statement', signed.replace(assertion, ''), 'assertions'],
  ['has two', signed.replace(assertion, assertion + unsigned), 'assertions'],
  [
    'has another as advice, all of it signed',
    whole.replace('<saml:AuthnStatement', `<saml:Advice>${unsigned}</saml:Advice><saml:AuthnStatement`),
    'assertions',
  ],
  [
    'has it one level down',
    signed.replace(assertion, `<samlp:Extensions>${assertion}</samlp:Extensions>`),
    'assertions',
  ],
  ['has one that is only dressed like it', signed.replaceAll('saml:Assertion', 'samlp:Assertion'), 'assertions'],
  [
    'has one that is locked beside it',
    signed.replace(assertion, `${assertion}<saml:EncryptedAssertion/>`),
    'assertions',
  ],
  ['uses a name twice', signed.replace('<saml:Subject>', `<saml:Subject ${partOf(/ID="[^"]+"/)}>`), 'ids'],
  ['is not signed', signed.replace(signature, ''), 'signature'],
  [
    'is signed somewhere inside',
    signed.replace(signature, '').replace('<saml:Subject>', `<saml:Subject>${signature}`),
    'signature',
  ],
  ['is signed twice', signed.replace(signature, signature + signature), 'signature'],
  ['has a signature for two things', signed.replace(reference, reference + reference), 'signature'],
  ['has a signature for nothing', signed.replace(reference, ''), 'signature'],
  ['has a signature for something else', signed.replace(/URI="#[^"]+"/, 'URI="#_another"'), 'signature'],
  ['has a signature for whatever there is', signed.replace(/URI="#[^"]+"/, 'URI=""'), 'signature'],
  ['is signed by SHA-1', signed.replace(/[^"]+#rsa-sha256/, 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'), 'signature'],
  [
    'is signed by a secret',
    signed.replace(/[^"]+#rsa-sha256/, 'http://www.w3.org/2000/09/xmldsig#hmac-sha1'),
    'signature',
  ],
  ['is digested by SHA-1', signed.replace(/[^"]+xmlenc#sha256/, 'http://www.w3.org/2000/09/xmldsig#sha1'), 'signature'],
  [
    'is written down in another order',
    signed.replace(/(<CanonicalizationMethod Algorithm=")[^"]+/, '$1http://www.w3.org/TR/2001/REC-xml-c14n-20010315'),
    'signature',
  ],
  [
    'is changed before it is digested',
    signed.replace(/(<Transform Algorithm=")[^"]+/, '$1http://www.w3.org/TR/1999/REC-xslt-19991116'),
    'signature',
  ],
  ['is changed once more', signed.replace(/<Transform [^>]+>/, '$&$&'), 'signature'],
  ['says that it was not the one', signed.replace('status:Success', 'status:Responder'), 'status'],
  ['says nothing of how it went', signed.replace(/<samlp:Status>.*<\/samlp:Status>/, ''), 'status'],
  ['comes from somebody else', signed.replace(issuer, 'https://login.evil.test'), 'issuer'],
  ['comes from two', signed.replace('<samlp:Status>', `<saml:Issuer>${issuer}</saml:Issuer><samlp:Status>`), 'issuer'],
  [
    'was sent elsewhere',
    signed.replace(`Destination="${acs}"`, 'Destination="https://other.example/acs"'),
    'destination',
  ],
  ['answers another request', signed.replace('InResponseTo="_request"', 'InResponseTo="_another"'), 'inResponseTo'],
])('an answer that %s is not read any further', (_, xml, reason) => {
  expect(read(xml)).toBe(reason);
});
