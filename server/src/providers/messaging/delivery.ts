import type { BizType } from '@foyer/contract/flows/send-code';
import type { Language } from '@foyer/contract/language';
import type { MessageResult } from '../../platform/metrics.ts';
import type { SmsAccess } from '../../config/provider-access.ts';

/**
 * What an operator has to mend at a gateway: pay, have the template or the name that signs it approved, raise a limit of the
 * account. `noResponse`: it was not asked, because it did not respond before.
 */
export type FailureKind = Exclude<MessageResult, 'accepted' | 'cannotReceive' | 'tooFrequent'>;

/** The outcome of handing a message to an SMS gateway or mail server. */
export type Delivery =
  | { is: 'accepted' }
  /** The recipient cannot receive messages. */
  | { is: 'cannotReceive' }
  /** A rate limit of the gateway for this recipient. */
  | { is: 'tooFrequent'; retryAfter: number }
  /** Not sent, for a reason unrelated to the recipient; `why` is for the log. */
  | { is: 'failed'; kind: FailureKind; why: string }
  /** The gateway did not respond: counts for the circuit breaker. */
  | { is: 'noResponse'; why: string };

export interface Sms {
  kind: 'code' | 'noAccount' | 'notice' | 'undo';
  to: string;
  language: Language;
  /** What a code is for: a template of its own comes before the one for all codes. */
  purpose?: BizType;
  /** Values of the template's variables. */
  values: Record<string, string>;
  /** Values for the variables of a template that asks for them by name. */
  more?: Record<string, string>;
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

export const messageResultOf = (delivery: Delivery): MessageResult =>
  delivery.is === 'failed' ? delivery.kind : delivery.is;

/** The approved template for a message, with the values of its variables in its order. */
export function smsTemplate({ templates }: SmsAccess, { kind, purpose, language, values, more }: Sms) {
  const ofKind = templates.filter((one) => one.kind === kind && (!one.purpose || one.purpose === purpose));
  const inLanguage = ofKind.filter((one) => one.language === language);
  const template = inLanguage.find((one) => one.purpose) ?? inLanguage[0] ?? ofKind.find((one) => !one.purpose);
  if (!template) return undefined;
  const names = template.variables.length > 0 ? template.variables : Object.keys(values);
  const all = { ...values, ...more };
  return { id: template.id, values: names.map((name) => [name, all[name] ?? ''] as const) };
}
