import { type KeyObject, generateKeyPairSync } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { expect, test } from 'vitest';
import { isUsableKey } from './usable-key.ts';

const bytes = (text = '') => new Uint8Array(Buffer.from(text, 'base64url'));
const cose = (...entries: [number, number | Uint8Array][]) => isoCBOR.encode(new Map(entries));
const jwk = ({ publicKey }: { publicKey: KeyObject }) => publicKey.export({ format: 'jwk' });

const curve = jwk(generateKeyPairSync('ec', { namedCurve: 'P-256' }));
const edwards = jwk(generateKeyPairSync('ed25519'));
const rsaKey = (modulusLength: number) => {
  const { n, e } = jwk(generateKeyPairSync('rsa', { modulusLength }));
  return cose([1, 3], [3, -257], [-1, bytes(n)], [-2, bytes(e)]);
};

test.each([
  ['a point of P-256', cose([1, 2], [3, -7], [-1, 1], [-2, bytes(curve.x)], [-3, bytes(curve.y)]), true],
  ['a key of Ed25519', cose([1, 1], [3, -8], [-1, 6], [-2, bytes(edwards.x)]), true],
  ['an RSA key of 2048 bits', rsaKey(2048), true],
  ['an RSA key of 1024 bits', rsaKey(1024), false],
  ['an RSA key with the exponent 1', cose([1, 3], [3, -257], [-1, bytes('_'.repeat(342))], [-2, bytes('AQ')]), false],
  ['a point on no curve', cose([1, 2], [3, -7], [-1, 1], [-2, bytes(curve.x)], [-3, bytes(curve.x)]), false],
  ['a point of another curve', cose([1, 2], [3, -7], [-1, 2], [-2, bytes(curve.x)], [-3, bytes(curve.y)]), false],
  ['a key of Ed25519 that is cut off', cose([1, 1], [3, -8], [-1, 6], [-2, bytes('AAAA')]), false],
  ['no key', new Uint8Array([1]), false],
])('whether a key can verify signatures: %s', async (_, key, isUsable) => {
  expect(await isUsableKey(key)).toBe(isUsable);
});
