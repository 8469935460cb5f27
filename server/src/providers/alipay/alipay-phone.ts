import { type KeyObject, createDecipheriv } from 'node:crypto';
import { isSigned } from './alipay-signature.ts';
import { fieldOf } from '../http/read-json.ts';
import { rawJsonValues } from './raw-json-values.ts';

export type PhoneRead =
  /** The seal is what Alipay signed: it holds the number and no word of whose it is. */
  { is: 'mobile'; mobile: string; seal: string } | { is: 'notMainland' } | { is: 'refused'; why: string };

/** What `my.getPhoneNumber` gave the mini-program: believed once Alipay's signature is right, and only then opened. */
export function readAlipayPhone(payload: string, alipayKey: KeyObject, phoneKey: Buffer): PhoneRead {
  const parts = rawJsonValues(payload);
  const response = parts?.get('response');
  if (!parts || response === undefined) return refused('unreadable');
  const given: unknown = JSON.parse(response);
  // An error comes unencrypted, as an object or as the text of one.
  const text = typeof given === 'string' ? given : response;
  if (text.startsWith('{')) return refused(errorIn(text));

  const sign: unknown = JSON.parse(parts.get('sign') ?? 'null');
  // The quotes around the ciphertext are signed with it.
  if (typeof sign !== 'string' || !isSigned(`"${text}"`, sign, alipayKey)) return refused('signature');
  const opened = open(text, phoneKey);
  if (opened === undefined) return refused('phoneKey');
  return numberIn(opened, text);
}

function numberIn(text: string, seal: string): PhoneRead {
  const answer = parsed(text);
  const mobile = fieldOf(answer, 'mobile');
  if (fieldOf(answer, 'code') !== '10000' || typeof mobile !== 'string') return refused(errorIn(text));
  return /^1[3-9]\d{9}$/.test(mobile) ? { is: 'mobile', mobile, seal } : { is: 'notMainland' };
}

/** AES-128-CBC with a vector of zeros; undefined for what was encrypted with another key. */
function open(ciphertext: string, key: Buffer): string | undefined {
  try {
    const decipher = createDecipheriv('aes-128-cbc', key, Buffer.alloc(16));
    return Buffer.concat([decipher.update(ciphertext, 'base64'), decipher.final()]).toString();
  } catch {
    return undefined;
  }
}

function errorIn(text: string) {
  const answer = parsed(text);
  const [why] = [fieldOf(answer, 'subCode'), fieldOf(answer, 'code')].filter((one) => typeof one === 'string');
  return why ?? 'unreadable';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const refused = (why: string): PhoneRead => ({ is: 'refused', why });
