import type { Language } from '../language.ts';
import type { ScanApp } from '../pages/page-config.ts';
import type { RefusalName } from '../result-codes.ts';
import { hours, minutes, seconds } from '../time.ts';

/** The fields of a refusal's data that its text may name. */
export interface RefusalData {
  app?: ScanApp;
  attemptsLeft?: number;
  retryAfter?: number;
  /** Of the recipient of a code. */
  kind?: 'mobile' | 'email';
  company?: string;
  /** Where to write to; the service alone knows it. */
  support?: string;
  /** The requests were codes of the authenticator app or backup codes. */
  wrongCodes?: boolean;
  /** The person is signed in already. */
  signedIn?: boolean;
}

/** What a person reads when a call is refused. */
export type RefusalTexts = Record<RefusalName, string | ((data: RefusalData) => string)>;

export const secondsLeft = ({ retryAfter = 0 }: RefusalData) => Math.max(1, Math.ceil(retryAfter));
/** Rounded up: a retry after the stated number of minutes must succeed. */
export const minutesLeft = (data: RefusalData) => Math.ceil((secondsLeft(data) * seconds(1)) / minutes(1));
export const hoursLeft = (data: RefusalData) => Math.ceil((secondsLeft(data) * seconds(1)) / hours(1));
export const isWithinAnHour = (data: RefusalData) => secondsLeft(data) * seconds(1) <= hours(1);

export const loadRefusals = async (language: Language): Promise<RefusalTexts> =>
  (await import(`./${language}/refusals.ts`)).refusals;

export function textOfRefusal(texts: RefusalTexts, name: RefusalName, data?: unknown): string {
  const text = texts[name];
  return typeof text === 'string' ? text : text(typeof data === 'object' && data !== null ? data : {});
}
