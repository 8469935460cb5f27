import { type JsonWebKey, createPublicKey } from 'node:crypto';

const shortestModulus = 2048;

/**
 * Whether a signature of this COSE key can ever be verified. The library reads a key only when it is used, and a passkey
 * that cannot sign in would count as a way in.
 */
export async function isUsableKey(coseKey: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const { cose, decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers');
  const text = (bytes: Uint8Array = new Uint8Array()) => Buffer.from(bytes).toString('base64url');
  const jwkOf = (key: ReturnType<typeof decodeCredentialPublicKey>): JsonWebKey => {
    const { crv, x, y, n, e } = cose.COSEKEYS;
    if (cose.isCOSEPublicKeyEC2(key) && key.get(crv) === cose.COSECRV.P256)
      return { kty: 'EC', crv: 'P-256', x: text(key.get(x)), y: text(key.get(y)) };
    if (cose.isCOSEPublicKeyOKP(key) && key.get(crv) === cose.COSECRV.ED25519)
      return { kty: 'OKP', crv: 'Ed25519', x: text(key.get(x)) };
    if (cose.isCOSEPublicKeyRSA(key)) return { kty: 'RSA', n: text(key.get(n)), e: text(key.get(e)) };
    return {};
  };
  try {
    const key = createPublicKey({ key: jwkOf(decodeCredentialPublicKey(coseKey)), format: 'jwk' });
    const { modulusLength = shortestModulus, publicExponent = 3n } = key.asymmetricKeyDetails ?? {};
    return modulusLength >= shortestModulus && publicExponent >= 3n;
  } catch {
    return false;
  }
}
