import type { Language } from '@foyer/contract/language';

/** The outcome of handing a message to an SMS gateway or mail server. */
export type Delivery =
  | { is: 'accepted' }
  /** The recipient cannot receive messages. */
  | { is: 'cannotReceive' }
  /** A rate limit of the gateway for this recipient. */
  | { is: 'tooFrequent'; retryAfter: number }
  /** Not sent, for a reason unrelated to the recipient; `why` is for the log. */
  | { is: 'failed'; why: string }
  /** The gateway did not respond: counts for the circuit breaker. */
  | { is: 'noAnswer'; why: string };

export interface Sms {
  kind: 'code' | 'noAccount' | 'notice';
  to: string;
  language: Language;
  /** Values of the template's variables. */
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
