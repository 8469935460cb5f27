import { type KeyObject, sign, verify } from 'node:crypto';

/** The signed text: every parameter that has a value, except `sign`, sorted by name and not escaped. */
export function rsa2Content(params: Iterable<[string, string]>) {
  const signed = [...params].filter(([name, value]) => name !== 'sign' && value !== '');
  signed.sort(([a], [b]) => (a < b ? -1 : 1));
  return signed.map((pair) => pair.join('=')).join('&');
}

export const rsa2Sign = (content: string, key: KeyObject) =>
  sign('RSA-SHA256', Buffer.from(content), key).toString('base64');

export const rsa2Verify = (content: string, signature: string, key: KeyObject) =>
  verify('RSA-SHA256', Buffer.from(content), key, Buffer.from(signature, 'base64'));
