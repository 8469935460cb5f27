import type { Language } from '@foyer/contract/language';

/** What became of a message that was handed to a gateway or mail server. */
export type Delivery =
  | { is: 'accepted' }
  /** This address cannot be written to, whoever asks. */
  | { is: 'cannotReceive' }
  /** The gateway has limits of its own for an address. */
  | { is: 'tooFrequent'; retryAfter: number }
  /** Not sent, and the address is not to blame; `why` is for the log. */
  | { is: 'failed'; why: string }
  /** Nobody answered, so the next one need not be tried at once. */
  | { is: 'noAnswer'; why: string };

export interface Sms {
  kind: 'code' | 'noAccount' | 'notice';
  to: string;
  language: Language;
  /** For the variables of the template. */
  values: Record<string, string>;
}

export interface Mail {
  to: string;
  language: Language;
  subject: string;
  text: string;
  html?: string;
}

export type SendSms = (sms: Sms) => Promise<Delivery>;
export type SendMail = (mail: Mail) => Promise<Delivery>;

/** Of an error that ended a request before there was an answer. */
export function silence(error: unknown): { is: 'noAnswer'; why: string } {
  if (!(error instanceof Error)) return { is: 'noAnswer', why: typeof error };
  const code = [error.cause, error].map(codeOf).find((one) => one !== undefined);
  return { is: 'noAnswer', why: code ?? error.name };
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
