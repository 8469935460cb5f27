import { hex, webCryptoDigest } from './web-crypto.ts';

/** SHA-256 as lower-case hex. */
export async function sha256(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  return hex(await (webCryptoDigest(bytes) ?? import('@noble/hashes/sha2.js').then((m) => m.sha256(bytes))));
}
