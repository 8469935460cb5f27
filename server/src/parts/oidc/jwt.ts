import { type JsonWebKey, createPrivateKey, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { JWK } from 'oidc-provider';
import { signingAlgorithm } from './signing-keys.ts';

/** Outside the main thread, because an RSA signature takes about as long as ten ordinary requests. */
const signInBackground = promisify(sign);

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs JWTs with this private key. `typ` says what they are for, so that one is not taken for another. */
export function jwtSigner({ kid, ...jwk }: JWK) {
  const key = createPrivateKey({ key: jwk as JsonWebKey, format: 'jwk' });
  return async (typ: string, claims: object): Promise<string> => {
    const content = `${part({ alg: signingAlgorithm, kid, typ })}.${part(claims)}`;
    const signature = await signInBackground('sha256', Buffer.from(content), key);
    return `${content}.${signature.toString('base64url')}`;
  };
}
