import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

export const signature = (...parts: string[]) => createHash('sha1').update(parts.sort().join('')).digest('hex');

/** Encrypts 16 random bytes, the length, the message and the receiver's id, padded to a multiple of 32 bytes. */
export function encryptMessage(message: string, aesKey: string, receiverId: string) {
  const text = Buffer.from(message);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  const plain = Buffer.concat([randomBytes(16), length, text, Buffer.from(receiverId)]);
  const padding = 32 - (plain.length % 32);
  const cipher = createCipheriv(...cipherParameters(aesKey)).setAutoPadding(false);
  return Buffer.concat([cipher.update(plain), cipher.update(Buffer.alloc(padding, padding)), cipher.final()]).toString(
    'base64',
  );
}

/** Throws when the text is not an encrypted message. */
export function decryptMessage(encrypted: string, aesKey: string) {
  const decipher = createDecipheriv(...cipherParameters(aesKey)).setAutoPadding(false);
  const padded = Buffer.concat([decipher.update(encrypted, 'base64'), decipher.final()]);
  const plain = padded.subarray(16, padded.length - (padded.at(-1) ?? 0));
  const end = 4 + plain.readUInt32BE();
  return { message: plain.subarray(4, end).toString(), receiverId: plain.subarray(end).toString() };
}

function cipherParameters(aesKey: string) {
  const key = Buffer.from(`${aesKey}=`, 'base64');
  return ['aes-256-cbc', key, key.subarray(0, 16)] as const;
}
