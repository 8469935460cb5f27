/** The values that an authenticator encodes. */
export type CborValue = number | string | Buffer | Map<number | string, CborValue>;

/** Encodes as CBOR (RFC 8949), in the shortest form that CTAP2 requires. The keys of a map keep their order. */
export function encodeCbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, inner]) => [encodeCbor(key), encodeCbor(inner)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

function head(type: number, size: number): Buffer {
  const major = type << 5;
  if (size < 24) return Buffer.from([major | size]);
  if (size < 0x100) return Buffer.from([major | 24, size]);
  return Buffer.from([major | 25, size >> 8, size & 0xff]);
}
