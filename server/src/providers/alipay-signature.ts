import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** RSA2, as Alipay calls it. */
const algorithm = 'RSA-SHA256';

/** Alipay's tool gives PKCS#8 to Java and PKCS#1 to everyone else, as bare base64; with PEM lines around it works too. */
export const readPrivateKey = (text: string) =>
  firstRsa([
    () => createPrivateKey({ key: derOf(text), format: 'der', type: 'pkcs8' }),
    () => createPrivateKey({ key: derOf(text), format: 'der', type: 'pkcs1' }),
  ]);

/** A private key is none, although its public half could be had from it: it is somebody's mistake. */
export const readPublicKey = (text: string) =>
  readPrivateKey(text)
    ? undefined
    : firstRsa([
        () => createPublicKey({ key: derOf(text), format: 'der', type: 'spki' }),
        () => createPublicKey({ key: derOf(text), format: 'der', type: 'pkcs1' }),
      ]);

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

const derOf = (text: string) => Buffer.from(text.replace(/-----[A-Z ]+-----|\\n|\s/g, ''), 'base64');

function firstRsa(attempts: (() => KeyObject)[]): KeyObject | undefined {
  for (const attempt of attempts) {
    try {
      const key = attempt();
      if (key.asymmetricKeyType === 'rsa') return key;
    } catch {
      continue;
    }
  }
  return undefined;
}
