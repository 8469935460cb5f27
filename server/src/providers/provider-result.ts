/** The outcome of a call to a provider. `why` is for the log and never names a person. */
export type ProviderResult<T> = ({ is: 'ok' } & T) | ProviderFailure;
export interface ProviderFailure {
  is: 'refused' | 'noAnswer';
  why: string;
}

/** The account that scanned the QR code, as the app reports it. */
export interface ScanPerson {
  /** Every identifier that the app has for this person; the first one never changes. */
  subjects: { provider: string; subject: string }[];
  /** A mainland mobile number that the app has verified. */
  mobile?: string;
}
