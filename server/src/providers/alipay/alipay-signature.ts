import { type KeyObject, sign, verify } from 'node:crypto';

/** RSA2, as Alipay calls it. */
const algorithm = 'RSA-SHA256';

/** Everything that is sent but the signature and what is empty, by name, as it is before it is escaped. */
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
