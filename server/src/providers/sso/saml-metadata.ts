import { X509Certificate } from 'node:crypto';
import type { SamlSettings } from './saml-client.ts';
import { all, children, names, parseXml, textOf, valueOf } from './saml-xml.ts';

const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** Reads the metadata of an identity provider, or returns the reason why it cannot be used. */
export function readSamlMetadata(
  xml: string,
  now: number,
  internalOrigins: readonly string[] = [],
): SamlSettings | string {
  const root = parseXml(xml.trim());
  if (!root) return 'it is not plain XML (document types and comments are not accepted)';
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
  const isInternal = URL.canParse(ssoUrl) && internalOrigins.includes(new URL(ssoUrl).origin);
  if (!ssoUrl.startsWith('https://') && !isInternal) return `its SingleSignOnService is ${ssoUrl}: it must be https`;

  const keys = provider ? children(provider, names.metadata, 'KeyDescriptor') : [];
  const certificates = keys
    .filter((key) => (valueOf(key, 'use') ?? 'signing') === 'signing')
    .flatMap((key) => all(key, names.signature, 'X509Certificate'))
    .map((one) => pemOf(textOf(one) ?? ''));
  if (certificates.length === 0) return 'it has no signing certificate';
  const usable = certificates.filter((pem) => isUsable(pem, now));
  return usable.length > 0
    ? { entityId, ssoUrl, certificates: usable }
    : 'all of its signing certificates are expired or invalid';
}

function pemOf(text: string): string {
  const lines = text.replace(/\s+/g, '').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

function isUsable(pem: string, now: number): boolean {
  try {
    return Date.parse(new X509Certificate(pem).validTo) > now;
  } catch {
    return false;
  }
}
