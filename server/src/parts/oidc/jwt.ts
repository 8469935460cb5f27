import { type JsonWebKey, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
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

/** The claims of a JWT that one of these keys has signed; undefined for any other. Its lifetime and who it is for are not looked at. */
export function jwtVerifier(keys: readonly JWK[]) {
  const byKid = new Map(
    keys.map(({ kid, ...jwk }) => [kid, createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' })] as const),
  );
  return (typ: string, jwt: string): Record<string, unknown> | undefined => {
    const [head = '', content = '', signature = '', ...rest] = jwt.split('.');
    const header = readObject(head);
    const key = byKid.get(String(header?.['kid']));
    if (!key || rest.length > 0 || header?.['alg'] !== signingAlgorithm || header['typ'] !== typ) return undefined;
    const isSigned = verify('sha256', Buffer.from(`${head}.${content}`), key, Buffer.from(signature, 'base64url'));
    return isSigned ? readObject(content) : undefined;
  };
}

function readObject(encoded: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString());
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
