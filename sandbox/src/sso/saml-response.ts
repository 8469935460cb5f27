import { randomBytes } from 'node:crypto';
import { minutes } from '../clock/clock.ts';
import { html as xml } from '../pages/html.ts';
import type { Employee } from './companies.ts';
import { samlPrivateKey } from './saml-key.ts';

/** What an identity provider says of someone to whoever asked. */
export interface SamlResponseFields {
  /** Our own name. */
  issuer: string;
  /** Whom it is for, and where it is sent. */
  audience: string;
  acs: string;
  /** The request that it answers. */
  inResponseTo: string;
  now: number;
  person: Employee;
}

const id = () => `_${randomBytes(16).toString('hex')}`;
const at = (time: number) => new Date(time).toISOString();

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';
const assertion = 'urn:oasis:names:tc:SAML:2.0:assertion';

/** The answer before it is signed. Without space between, as a signature would cover it. */
export function unsignedSamlResponse({ issuer, audience, acs, inResponseTo, now, person }: SamlResponseFields): string {
  const attribute = (name: string, value: string | undefined) =>
    value && xml`<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`;
  const [soon, since, later] = [at(now + minutes(5)), at(now - minutes(1)), at(now + minutes(60))];
  return [
    xml`<samlp:Response xmlns:samlp="${protocol}" xmlns:saml="${assertion}" ID="${id()}" Version="2.0"`,
    xml` IssueInstant="${at(now)}" Destination="${acs}" InResponseTo="${inResponseTo}">`,
    xml`<saml:Issuer>${issuer}</saml:Issuer>`,
    xml`<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>`,
    xml`<saml:Assertion ID="${id()}" Version="2.0" IssueInstant="${at(now)}"><saml:Issuer>${issuer}</saml:Issuer>`,
    xml`<saml:Subject>`,
    xml`<saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">${person.id}</saml:NameID>`,
    xml`<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">`,
    xml`<saml:SubjectConfirmationData InResponseTo="${inResponseTo}" Recipient="${acs}" NotOnOrAfter="${soon}"/>`,
    xml`</saml:SubjectConfirmation></saml:Subject>`,
    xml`<saml:Conditions NotBefore="${since}" NotOnOrAfter="${soon}">`,
    xml`<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction>`,
    xml`</saml:Conditions>`,
    xml`<saml:AuthnStatement AuthnInstant="${at(now)}" SessionNotOnOrAfter="${later}"><saml:AuthnContext>`,
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

/** Signs one part of the answer, as identity providers do. */
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
