import { createHmac, hash } from 'node:crypto';

/** How tokens, handles and limit keys are stored: a copy of the database lets no one use them. */
export const sha256 = (...parts: string[]) => hash('sha256', parts.join('\n'), 'base64url');

/** SHA-256 as hex: passwords as the browser sends them, and puzzles. */
export const sha256Hex = (text: string) => hash('sha256', text, 'hex');

/** A name for content that changes whenever the content does. */
export const contentHash = (content: string | Buffer) => hash('sha256', content, 'base64url').slice(0, 22);

/** Like `sha256`, for values that could be guessed: without the secret no guess can be checked. */
export const hmacSha256 = (secret: string, ...parts: string[]) =>
  createHmac('sha256', secret).update(parts.join('\n')).digest('base64url');
