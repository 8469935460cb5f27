import { randomBytes } from 'node:crypto';
import { minutes } from '../clock/clock.ts';
import { html as xml } from '../pages/html.ts';
import type { Employee } from './companies.ts';
import { samlPrivateKey } from './saml-key.ts';

export interface SamlResponseFields {
  /** The entity ID of the identity provider. */
  issuer: string;
  /** The entity ID of the service provider. */
  audience: string;
  /** The URL of the assertion consumer service. */
  acs: string;
  /** The ID of the AuthnRequest. */
  inResponseTo: string;
  now: number;
  person: Employee;
}

const newId = () => `_${randomBytes(16).toString('hex')}`;
const isoTime = (time: number) => new Date(time).toISOString();

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';
const assertion = 'urn:oasis:names:tc:SAML:2.0:assertion';

/** A successful SAML response without white space between elements: a signature would cover it. */
export function unsignedSamlResponse({ issuer, audience, acs, inResponseTo, now, person }: SamlResponseFields): string {
  const attribute = (name: string, value: string | undefined) =>
    value && xml`<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`;
  const [issuedAt, notBefore] = [isoTime(now), isoTime(now - minutes(1))];
  const [notOnOrAfter, sessionEnd] = [isoTime(now + minutes(5)), isoTime(now + minutes(60))];
  return [
    xml`<samlp:Response xmlns:samlp="${protocol}" xmlns:saml="${assertion}" ID="${newId()}" Version="2.0"`,
    xml` IssueInstant="${issuedAt}" Destination="${acs}" InResponseTo="${inResponseTo}">`,
    xml`<saml:Issuer>${issuer}</saml:Issuer>`,
    xml`<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>`,
    xml`<saml:Assertion ID="${newId()}" Version="2.0" IssueInstant="${issuedAt}"><saml:Issuer>${issuer}</saml:Issuer>`,
    xml`<saml:Subject>`,
    xml`<saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">${person.id}</saml:NameID>`,
    xml`<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">`,
    xml`<saml:SubjectConfirmationData InResponseTo="${inResponseTo}" Recipient="${acs}" NotOnOrAfter="${notOnOrAfter}"/>`,
    xml`</saml:SubjectConfirmation></saml:Subject>`,
    xml`<saml:Conditions NotBefore="${notBefore}" NotOnOrAfter="${notOnOrAfter}">`,
    xml`<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction>`,
    xml`</saml:Conditions>`,
    xml`<saml:AuthnStatement AuthnInstant="${issuedAt}" SessionNotOnOrAfter="${sessionEnd}"><saml:AuthnContext>`,
    xml`<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef>`,
    xml`</saml:AuthnContext></saml:AuthnStatement>`,
    xml`<saml:AttributeStatement>${attribute('email', person.email)}${attribute('mobile', person.mobile)}`,
    xml`${attribute('name', person.name.zh)}</saml:AttributeStatement></saml:Assertion></samlp:Response>`,
  ].join('');
}

interface SigningOptions {
  part?: 'Assertion' | 'Response';
  key?: string;
  algorithm?: string;
  digest?: string;
}

/** Signs the assertion or the whole response. */
export async function signSamlResponse(
  unsigned: string,
  { part = 'Assertion', key = samlPrivateKey, algorithm, digest }: SigningOptions = {},
) {
  const { SignedXml } = await import('xml-crypto');
  const signer = new SignedXml({
    privateKey: key,
    signatureAlgorithm: algorithm ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  });
  signer.addReference({
    xpath: `//*[local-name(.)='${part}']`,
    digestAlgorithm: digest ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#'],
  });
  const reference = `//*[local-name(.)='${part}']/*[local-name(.)='Issuer']`;
  signer.computeSignature(unsigned, { location: { reference, action: 'after' } });
  return signer.getSignedXml();
}
