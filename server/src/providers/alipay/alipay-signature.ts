import { type KeyObject, sign, verify } from 'node:crypto';

/** Alipay calls it RSA2. */
const algorithm = 'RSA-SHA256';

/** All parameters sorted by name and not escaped, without the signature and empty values. */
export const signedContent = (params: Record<string, string>) =>
  Object.keys(params)
    .filter((name) => name !== 'sign' && params[name] !== '')
    .sort()
    .map((name) => `${name}=${params[name]}`)
    .join('&');

export const signatureOf = (content: string, key: KeyObject) =>
  sign(algorithm, Buffer.from(content), key).toString('base64');

export const isSigned = (content: string, signature: string, key: KeyObject) =>
  verify(algorithm, Buffer.from(content), key, Buffer.from(signature, 'base64'));
