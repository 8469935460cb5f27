import { type JsonWebKey, createPublicKey, verify } from 'node:crypto';
import { fieldsOf, parseJsonObject } from '../http/request-body.ts';

interface Expected {
  /** The provider's public keys. */
  keys: readonly Record<string, unknown>[];
  issuer: string;
  clientId: string;
  /** In milliseconds. */
  now: number;
}

const event = 'http://schemas.openid.net/event/backchannel-logout';
const decode = (part: string) => parseJsonObject(Buffer.from(part, 'base64url').toString()) ?? {};

/**
 * The session that a logout token ends, or undefined for a token that is not valid: OpenID Connect Back-Channel Logout
 * 1.0, section 2.6. The type and the event keep an ID token from being used as one.
 */
export function sessionEndedBy(token: string, { keys, issuer, clientId, now }: Expected): string | undefined {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const { alg, typ, kid } = decode(header);
  const key = keys.find((one) => one['kid'] === kid && one['kty'] === 'RSA');
  if (alg !== 'RS256' || typ !== 'logout+jwt' || !key) return undefined;
  const signed = Buffer.from(`${header}.${payload}`);
  const publicKey = createPublicKey({ key: key as JsonWebKey, format: 'jwk' });
  if (!verify('sha256', signed, publicKey, Buffer.from(signature, 'base64url'))) return undefined;
  const { iss, aud, exp, sid, nonce, events } = decode(payload);
  const isCurrent = typeof exp === 'number' && exp * 1000 > now;
  const isForUs = iss === issuer && [aud].flat().includes(clientId);
  const isLogout = event in fieldsOf(events) && nonce === undefined;
  return isCurrent && isForUs && isLogout && typeof sid === 'string' ? sid : undefined;
}
