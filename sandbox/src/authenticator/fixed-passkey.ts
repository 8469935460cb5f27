import { type KeyObject, createECDH, createHash, createPrivateKey } from 'node:crypto';
import { coseKey } from './cose-key.ts';

export interface FixedPasskey {
  credentialId: string;
  /** As COSE, in base64url. */
  publicKey: string;
  privateKey: KeyObject;
}

/** A passkey that follows from a text, so that service and authenticator agree on it after each start. It is no secret. */
export function fixedPasskey(seed: string): FixedPasskey {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(sha256(`key of ${seed}`));
  // An uncompressed point: a byte that says so, then both coordinates.
  const point = ecdh.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(text) as [string, string];
  const jwk = { kty: 'EC', crv: 'P-256', x, y, d: text(ecdh.getPrivateKey()) };
  return {
    credentialId: text(sha256(`ID of ${seed}`)),
    publicKey: text(coseKey({ x, y })),
    privateKey: createPrivateKey({ key: jwk, format: 'jwk' }),
  };
}

const sha256 = (value: string) => createHash('sha256').update(value).digest();
const text = (bytes: Buffer) => bytes.toString('base64url');
