import { X509Certificate } from 'node:crypto';
import type { SamlSettings } from './saml-client.ts';
import { all, children, names, parseXml, textOf, valueOf } from './saml-xml.ts';

const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** What an identity provider's metadata says; or, as text, why it cannot work with it. */
export function readSamlMetadata(xml: string, now: number, inside: readonly string[] = []): SamlSettings | string {
  const root = parseXml(xml.trim());
  if (!root) return 'it is no plain XML (a document type or comments are not read)';
  const entities = root.localName === 'EntityDescriptor' ? [root] : all(root, names.metadata, 'EntityDescriptor');
  const [entity, another] = entities.filter((one) => children(one, names.metadata, 'IDPSSODescriptor').length > 0);
  if (!entity || another) return 'it must describe one identity provider (an EntityDescriptor with IDPSSODescriptor)';
  const entityId = valueOf(entity, 'entityID');
  if (!entityId) return 'it has no entityID';

  const [provider] = children(entity, names.metadata, 'IDPSSODescriptor');
  const services = provider ? children(provider, names.metadata, 'SingleSignOnService') : [];
  const ssoUrl = valueOf(
    services.find((one) => valueOf(one, 'Binding') === redirect),
    'Location',
  );
  if (!ssoUrl) return 'it has no SingleSignOnService with the binding HTTP-Redirect';
  const isInside = URL.canParse(ssoUrl) && inside.includes(new URL(ssoUrl).origin);
  if (!ssoUrl.startsWith('https://') && !isInside) return `its SingleSignOnService is ${ssoUrl}: it must be https`;

  const keys = provider ? children(provider, names.metadata, 'KeyDescriptor') : [];
  const certificates = keys
    .filter((key) => (valueOf(key, 'use') ?? 'signing') === 'signing')
    .flatMap((key) => all(key, names.signature, 'X509Certificate'))
    .map((one) => pemOf(textOf(one) ?? ''));
  if (certificates.length === 0) return 'it has no certificate for signing';
  const good = certificates.filter((pem) => isGood(pem, now));
  return good.length > 0
    ? { entityId, ssoUrl, certificates: good }
    : 'all of its certificates for signing are over or broken';
}

function pemOf(text: string): string {
  const lines = text.replace(/\s+/g, '').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

function isGood(pem: string, now: number): boolean {
  try {
    return Date.parse(new X509Certificate(pem).validTo) > now;
  } catch {
    return false;
  }
}
