import { type KeyObject, sign, verify } from 'node:crypto';

/** What a signature covers: everything given but itself, sorted by name, nothing escaped. */
export function rsa2Content(params: Iterable<[string, string]>) {
  const given = [...params].filter(([name, value]) => name !== 'sign' && value !== '');
  given.sort(([a], [b]) => (a < b ? -1 : 1));
  return given.map((pair) => pair.join('=')).join('&');
}

export const rsa2Sign = (content: string, key: KeyObject) =>
  sign('RSA-SHA256', Buffer.from(content), key).toString('base64');

export const rsa2Verify = (content: string, signature: string, key: KeyObject) =>
  verify('RSA-SHA256', Buffer.from(content), key, Buffer.from(signature, 'base64'));
