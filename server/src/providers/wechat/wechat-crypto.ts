import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { isEqualInConstantTime } from '../../platform/constant-time.ts';

/** The keys that an account shares with WeChat or WeCom to encrypt messages. */
export interface MessageKeys {
  /** EncodingAESKey of the console (43 characters), newest first; older keys decrypt messages that are still in transit. */
  aesKeys: readonly string[];
  /** The id of the app, corporation or suite, which stands at the end of each message. */
  id: string;
}

/** Covers the token, the timestamp, the nonce and the encrypted message, if there is one; in any order. */
export const wechatSignature = (...parts: string[]) => createHash('sha1').update(parts.sort().join('')).digest('hex');

export function isWechatSigned(signature: string, ...parts: string[]): boolean {
  return isEqualInConstantTime(signature, wechatSignature(...parts));
}

const randomBytes = 16;
const lengthBytes = 4;
/** Twice the block size of AES, so the padding is added and removed here. */
const blockBytes = 32;

/** Encrypts with the newest key. `random` is 16 random characters. */
export function encryptMessage(message: string, { aesKeys, id }: MessageKeys, random: string): string {
  const text = Buffer.from(message);
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(text.length);
  const plain = Buffer.concat([Buffer.from(random), length, text, Buffer.from(id)]);
  const padding = blockBytes - (plain.length % blockBytes);
  const cipher = createCipheriv(...cipherArguments(aesKeys[0] ?? '')).setAutoPadding(false);
  return Buffer.concat([cipher.update(plain), cipher.update(Buffer.alloc(padding, padding)), cipher.final()]).toString(
    'base64',
  );
}

/** Undefined if no key of ours fits or the message is for another id. Check the signature first. */
export function decryptMessage(encrypted: string, { aesKeys, id }: MessageKeys): string | undefined {
  const bytes = Buffer.from(encrypted, 'base64');
  for (const key of aesKeys) {
    const message = contentOf(decrypted(bytes, key), Buffer.from(id));
    if (message) return message.toString();
  }
  return undefined;
}

function decrypted(bytes: Buffer, key: string): Buffer {
  if (bytes.length === 0 || bytes.length % blockBytes !== 0) return Buffer.alloc(0);
  const decipher = createDecipheriv(...cipherArguments(key)).setAutoPadding(false);
  return Buffer.concat([decipher.update(bytes), decipher.final()]);
}

function contentOf(padded: Buffer, id: Buffer): Buffer | undefined {
  const padding = padded.at(-1) ?? 0;
  if (padding < 1 || padding > blockBytes) return undefined;
  const plain = padded.subarray(randomBytes, -padding);
  if (plain.length < lengthBytes) return undefined;
  const end = lengthBytes + plain.readUInt32BE();
  return plain.subarray(end).equals(id) && end <= plain.length ? plain.subarray(lengthBytes, end) : undefined;
}

function cipherArguments(aesKey: string) {
  const key = Buffer.from(`${aesKey}=`, 'base64');
  return ['aes-256-cbc', key, key.subarray(0, 16)] as const;
}
