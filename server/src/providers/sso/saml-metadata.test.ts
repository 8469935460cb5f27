import { samlCertificate } from '@foyer/sandbox/sso/saml-key';
import { expect, test } from 'vitest';
import { readSamlMetadata } from './saml-metadata.ts';

const body = samlCertificate.replaceAll(/-----[^-]+-----|\s/g, '');
const now = Date.UTC(2026, 10, 15);
const metadata = ({
  location = 'https://login.globex.example/sso',
  certificate = body,
  binding = 'HTTP-Redirect',
} = {}) =>
  [
    '<?xml version="1.0"?><EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://login.globex.example">',
    '<IDPSSODescriptor><KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data>',
    `<X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`,
    `<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${location}"/>`,
    '</IDPSSODescriptor></EntityDescriptor>',
  ].join('');

test('reads the entity ID, sign-in URL and certificates', () => {
  expect(readSamlMetadata(metadata(), now)).toEqual({
    entityId: 'https://login.globex.example',
    ssoUrl: 'https://login.globex.example/sso',
    certificates: [samlCertificate],
  });
});

test.each([
  ['text that is not XML', 'hello', /not plain XML/],
  ['an empty file', ' \n', /not plain XML/],
  ['a document type', `<!DOCTYPE x>${metadata()}`, /not plain XML/],
  [
    'metadata without an identity provider',
    '<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="x"/>',
    /one identity provider/,
  ],
  ['another binding', metadata({ binding: 'SOAP' }), /HTTP-Redirect/],
  ['a sign-in URL that is not https', metadata({ location: 'http://login.globex.example/sso' }), /must be https/],
  ['a broken certificate', metadata({ certificate: 'AAAA' }), /expired or invalid/],
])('rejects %s and says why', (_, text, reason) => {
  expect(readSamlMetadata(text, now)).toMatch(reason);
});

test('rejects metadata whose certificates have expired', () => {
  expect(readSamlMetadata(metadata(), Date.UTC(2200, 1, 1))).toMatch(/expired or invalid/);
});
