import { isIP } from 'node:net';
import type { Config } from './config.ts';
import type { Values } from './read-settings.ts';

/**
 * A passkey belongs to a domain, and browsers use it on https or localhost only. Where the public URL has neither, passkeys
 * are not offered.
 */
export function readPasskeyConfig(
  { PASSKEY_RP_ID, PASSKEY_ORIGINS }: Pick<Values, 'PASSKEY_RP_ID' | 'PASSKEY_ORIGINS'>,
  publicUrl: string,
): Config['passkeys'] {
  const { hostname, protocol } = new URL(publicUrl);
  const isIpAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  const isTrustworthy = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
  if (isIpAddress || !isTrustworthy) return undefined;
  return { rpId: PASSKEY_RP_ID ?? hostname, origins: [...new Set([publicUrl, ...PASSKEY_ORIGINS])] };
}
