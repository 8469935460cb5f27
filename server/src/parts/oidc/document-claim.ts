import { longest } from '@foyer/contract/limits';
import { type Principal, readAccount } from '@foyer/contract/rules/account-rules';
import { seconds } from '@foyer/contract/time';

/** The document that a person is to sign, as the claim `document` of a signed request describes it. */
export interface ClaimedDocument {
  title: string;
  sender: string;
  /** In milliseconds. */
  expiresAt?: number;
  /** The only person who may sign it. */
  signer?: Principal;
}

type ReadDocument = { is: 'read'; document: ClaimedDocument } | { is: 'wrong'; why: string };

/** Characters that would hide a part of the text, or show it in another order than it is stored in. */
const deceptive = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/u;
/** Without one the text could be invisible, as some letters are themselves. */
const letterOrDigit = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u;
/** The last moment that a date can name, in milliseconds. */
const lastTime = 8.64e15;

/** A library may send the object as JSON text, as it does with `claims`. */
export function readDocumentClaim(claim: unknown, now: number): ReadDocument {
  const fields = fieldsOf(typeof claim === 'string' ? parsed(claim) : claim);
  if (!fields) return wrong('document must be an object with title and sender');
  const { title, sender, expires_at: expiresAt, signer } = fields;
  if (!isShown(title, longest.documentTitle)) return wrong(textRule('title', longest.documentTitle));
  if (!isShown(sender, longest.documentSender)) return wrong(textRule('sender', longest.documentSender));
  const expires = expiresAt === undefined ? undefined : seconds(Number(expiresAt));
  if (expires !== undefined && !(Number.isSafeInteger(expiresAt) && expires <= lastTime))
    return wrong('document.expires_at must be a whole number: seconds since the epoch');
  if (expires !== undefined && expires <= now) return wrong('document.expires_at must be in the future');
  const principal = typeof signer === 'string' ? readAccount(signer) : undefined;
  if (signer !== undefined && !principal)
    return wrong('document.signer must be a mobile number of 11 digits or an e-mail address');
  return {
    is: 'read',
    document: {
      title: title.trim(),
      sender: sender.trim(),
      ...(expires !== undefined && { expiresAt: expires }),
      ...(principal && { signer: principal }),
    },
  };
}

const wrong = (why: string): ReadDocument => ({ is: 'wrong', why });
const textRule = (name: string, max: number) =>
  `document.${name} must be a text of 1 to ${max} characters with a letter or a digit, without control characters and without characters that change the direction of text`;

const isShown = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length <= max && letterOrDigit.test(value) && !deceptive.test(value);

const fieldsOf = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
