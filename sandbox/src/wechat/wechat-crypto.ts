import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

export const signature = (...parts: string[]) => createHash('sha1').update(parts.sort().join('')).digest('hex');

/** 16 random bytes, the length, the message, whose it is; padded to 32. */
export function encryptMessage(message: string, aesKey: string, id: string) {
  const text = Buffer.from(message);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  const plain = Buffer.concat([randomBytes(16), length, text, Buffer.from(id)]);
  const missing = 32 - (plain.length % 32);
  const cipher = createCipheriv(...keyed(aesKey)).setAutoPadding(false);
  return Buffer.concat([cipher.update(plain), cipher.update(Buffer.alloc(missing, missing)), cipher.final()]).toString(
    'base64',
  );
}

/** Throws for what is nothing sealed. */
export function decryptMessage(sealed: string, aesKey: string) {
  const decipher = createDecipheriv(...keyed(aesKey)).setAutoPadding(false);
  const padded = Buffer.concat([decipher.update(sealed, 'base64'), decipher.final()]);
  const plain = padded.subarray(16, padded.length - (padded.at(-1) ?? 0));
  const end = 4 + plain.readUInt32BE();
  return { message: plain.subarray(4, end).toString(), id: plain.subarray(end).toString() };
}

function keyed(aesKey: string) {
  const key = Buffer.from(`${aesKey}=`, 'base64');
  return ['aes-256-cbc', key, key.subarray(0, 16)] as const;
}
