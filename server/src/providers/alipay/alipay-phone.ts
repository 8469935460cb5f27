import { type KeyObject, createDecipheriv } from 'node:crypto';
import { isSigned } from './alipay-signature.ts';
import type { ReportedPhone } from '../scan-provider.ts';
import { fieldOf } from '../http/read-json.ts';
import { rawJsonValues } from './raw-json-values.ts';

/** Reads the payload that `my.getPhoneNumber` gave the mini-program. Verifies Alipay's signature, then decrypts. */
export function readAlipayPhone(payload: string, alipayKey: KeyObject, phoneKey: Buffer): ReportedPhone {
  const values = rawJsonValues(payload);
  const response = values?.get('response');
  if (!values || response === undefined) return refused('unreadable');
  const value: unknown = JSON.parse(response);
  // An error is not encrypted: it is an object, or JSON text.
  const text = typeof value === 'string' ? value : response;
  if (text.startsWith('{')) return refused(errorCodeOf(text));

  const sign: unknown = JSON.parse(values.get('sign') ?? 'null');
  // The signature includes the quotes around the ciphertext.
  if (typeof sign !== 'string' || !isSigned(`"${text}"`, sign, alipayKey)) return refused('signature');
  const decrypted = decrypt(text, phoneKey);
  if (decrypted === undefined) return refused('phoneKey');
  return readNumber(decrypted, text);
}

function readNumber(text: string, ciphertext: string): ReportedPhone {
  const response = parseJson(text);
  const mobile = fieldOf(response, 'mobile');
  if (fieldOf(response, 'code') !== '10000' || typeof mobile !== 'string') return refused(errorCodeOf(text));
  return /^1[3-9]\d{9}$/.test(mobile) ? { is: 'mobile', mobile, ciphertext } : { is: 'notMainland' };
}

/** AES-128-CBC with a zero initialisation vector; undefined if it was encrypted with another key. */
function decrypt(ciphertext: string, key: Buffer): string | undefined {
  try {
    const decipher = createDecipheriv('aes-128-cbc', key, Buffer.alloc(16));
    return Buffer.concat([decipher.update(ciphertext, 'base64'), decipher.final()]).toString();
  } catch {
    return undefined;
  }
}

function errorCodeOf(text: string) {
  const response = parseJson(text);
  const [why] = [fieldOf(response, 'subCode'), fieldOf(response, 'code')].filter((one) => typeof one === 'string');
  return why ?? 'unreadable';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const refused = (why: string): ReportedPhone => ({ is: 'refused', why });
