import { type JSONWebKeySet, createLocalJWKSet, jwtVerify } from 'jose';
import { fieldsOf } from '../http/request-body.ts';

interface Expected {
  /** The provider's public keys. */
  keys: JSONWebKeySet;
  issuer: string;
  audience: string;
}

const event = 'http://schemas.openid.net/event/backchannel-logout';

/**
 * The session that a logout token ends, or undefined for a token that is not valid: OpenID Connect Back-Channel Logout
 * 1.0, section 2.6. The type and the event keep an ID token from being used as one.
 */
export async function sessionEndedBy(token: string, { keys, ...expected }: Expected): Promise<string | undefined> {
  const rules = { ...expected, typ: 'logout+jwt', algorithms: ['RS256'], requiredClaims: ['exp'] };
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), rules);
    const { sid, nonce, events } = payload;
    return event in fieldsOf(events) && nonce === undefined && typeof sid === 'string' ? sid : undefined;
  } catch {
    return undefined;
  }
}
