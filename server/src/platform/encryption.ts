import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const sizes = { nonce: 12, tag: 16 } as const;

/** Encrypts with AES-256-GCM. The text can be decrypted only with the same `associatedData`, so that no value replaces another. */
export function encrypt(text: string, key: Buffer, associatedData: string): string {
  const nonce = randomBytes(sizes.nonce);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(associatedData));
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
}

/** Tries one key after the other; undefined when none of them fits. */
export function decrypt(encrypted: string, keys: readonly Buffer[], associatedData: string): string | undefined {
  const bytes = Buffer.from(encrypted, 'base64');
  for (const key of keys)
    try {
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, sizes.nonce), { authTagLength: sizes.tag })
        .setAAD(Buffer.from(associatedData))
        .setAuthTag(bytes.subarray(-sizes.tag));
      return decipher.update(bytes.subarray(sizes.nonce, -sizes.tag), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      // The next key may fit.
    }
  return undefined;
}
