import { createCipheriv, createDecipheriv, createHash, timingSafeEqual } from 'node:crypto';

/** What an account shares with WeChat or WeCom to seal messages. */
export interface Seal {
  /** As the console shows them (EncodingAESKey, 43 characters), newest first: older ones open what is still under way. */
  aesKeys: readonly string[];
  /** Whose message it is, said at its end: the app's id, a corporation's, a suite's. */
  id: string;
}

/** Over the token, the time, the nonce and, where there is one, the sealed message; their order does not matter. */
export const wechatSignature = (...parts: string[]) => createHash('sha1').update(parts.sort().join('')).digest('hex');

export function isWechatSigned(signature: string, ...parts: string[]): boolean {
  const [given, right] = [Buffer.from(signature), Buffer.from(wechatSignature(...parts))];
  return given.length === right.length && timingSafeEqual(given, right);
}

const randomBytes = 16;
const lengthBytes = 4;
/** Twice the cipher's own, so padding is added and taken off by hand. */
const paddedTo = 32;

/** `random` is 16 characters of chance. The newest key seals. */
export function sealMessage(message: string, { aesKeys, id }: Seal, random: string): string {
  const text = Buffer.from(message);
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(text.length);
  const plain = Buffer.concat([Buffer.from(random), length, text, Buffer.from(id)]);
  const padding = paddedTo - (plain.length % paddedTo);
  const cipher = createCipheriv(...withKey(aesKeys[0] ?? '')).setAutoPadding(false);
  return Buffer.concat([cipher.update(plain), cipher.update(Buffer.alloc(padding, padding)), cipher.final()]).toString(
    'base64',
  );
}

/** Undefined for what was not sealed with a key of ours, or not for us. Check the signature first. */
export function openMessage(sealed: string, { aesKeys, id }: Seal): string | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  for (const key of aesKeys) {
    const message = contentOf(decrypted(bytes, key), Buffer.from(id));
    if (message) return message.toString();
  }
  return undefined;
}

function decrypted(bytes: Buffer, key: string): Buffer {
  if (bytes.length === 0 || bytes.length % paddedTo !== 0) return Buffer.alloc(0);
  const decipher = createDecipheriv(...withKey(key)).setAutoPadding(false);
  return Buffer.concat([decipher.update(bytes), decipher.final()]);
}

function contentOf(padded: Buffer, id: Buffer): Buffer | undefined {
  const padding = padded.at(-1) ?? 0;
  if (padding < 1 || padding > paddedTo) return undefined;
  const plain = padded.subarray(randomBytes, -padding);
  if (plain.length < lengthBytes) return undefined;
  const end = lengthBytes + plain.readUInt32BE();
  return plain.subarray(end).equals(id) && end <= plain.length ? plain.subarray(lengthBytes, end) : undefined;
}

function withKey(aesKey: string) {
  const key = Buffer.from(`${aesKey}=`, 'base64');
  return ['aes-256-cbc', key, key.subarray(0, 16)] as const;
}
