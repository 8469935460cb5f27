import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { ConfigError } from './config-problems.ts';
import type { AlipayAccess } from './provider-access.ts';

/** Throws, with the line to tell, for keys that are none. */
export function alipayKeysOf({ privateKey, alipayPublicKey, phoneKey }: AlipayAccess) {
  const [own, alipay, phone] = [
    readPrivateKey(privateKey),
    readPublicKey(alipayPublicKey),
    Buffer.from(phoneKey, 'base64'),
  ];
  const wrong = (line: string) => new ConfigError([line]);
  if (!own) throw wrong("ALIPAY_PRIVATE_KEY is no RSA private key: copy the one that Alipay's key tool made");
  if (!alipay) throw wrong("ALIPAY_PUBLIC_KEY is no RSA public key: copy the one the console shows as Alipay's");
  // Both stand in the console, one beside the other.
  if (alipay.equals(createPublicKey(own)))
    throw wrong("ALIPAY_PUBLIC_KEY is our own: copy the one the console shows as Alipay's");
  if (phone.length !== 16) throw wrong('ALIPAY_PHONE_KEY is no AES key: copy it from the console, base64 of 16 bytes');
  return { own, alipay, phone };
}

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
