import { type CBORType, encodeCBOR } from '@levischuck/tiny-cbor';

/** A public key of P-256 for ES256, as COSE (RFC 9053). */
export const coseKey = ({ x = '', y = '' }: { x?: string; y?: string }): Buffer =>
  Buffer.from(
    encodeCBOR(
      new Map<number, CBORType>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    ),
  );
