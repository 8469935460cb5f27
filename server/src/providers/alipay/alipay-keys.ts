import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { ConfigError } from '../../config/config-problems.ts';

export interface AlipayAccess {
  gatewayUrl: string;
  /** URL of the authorisation page inside the app. */
  authUrl: string;
  /** URL that opens the app on a phone. */
  linkUrl: string;
  appId: string;
  /** Page of the mini-program that asks for confirmation. */
  page: string;
  privateKey: string;
  alipayPublicKey: string;
  /** AES key that decrypts mobile numbers. */
  phoneKey: string;
}

/** Throws a ConfigError that names the invalid key. */
export function readAlipayKeys({ privateKey, alipayPublicKey, phoneKey }: AlipayAccess) {
  const [own, alipay, phone] = [
    readPrivateKey(privateKey),
    readPublicKey(alipayPublicKey),
    Buffer.from(phoneKey, 'base64'),
  ];
  const invalid = (line: string) => new ConfigError([line]);
  if (!own) throw invalid("ALIPAY_PRIVATE_KEY is no RSA private key: copy the one that Alipay's key tool made");
  if (!alipay) throw invalid("ALIPAY_PUBLIC_KEY is no RSA public key: copy the one the console shows as Alipay's");
  // The console shows both public keys side by side, so they are easily mixed up.
  if (alipay.equals(createPublicKey(own)))
    throw invalid("ALIPAY_PUBLIC_KEY is our own: copy the one the console shows as Alipay's");
  if (phone.length !== 16)
    throw invalid('ALIPAY_PHONE_KEY is no AES key: copy it from the console, base64 of 16 bytes');
  return { own, alipay, phone };
}

/** Alipay's tool writes PKCS#8 for Java and PKCS#1 for other languages, as bare base64; PEM is accepted too. */
export const readPrivateKey = (text: string) =>
  firstRsa([
    () => createPrivateKey({ key: derOf(text), format: 'der', type: 'pkcs8' }),
    () => createPrivateKey({ key: derOf(text), format: 'der', type: 'pkcs1' }),
  ]);

/** Rejects a private key, although its public half could be derived: it was pasted by mistake. */
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
