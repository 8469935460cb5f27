/** SHA-256. Undefined without WebCrypto, which is missing on plain http, as on a phone that opens the sandbox. */
export const webCryptoDigest = (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> | undefined =>
  globalThis.crypto?.subtle?.digest('SHA-256', bytes).then((digest) => new Uint8Array(digest));

export const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
