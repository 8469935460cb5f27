/** The outcome of a call to a provider. `why` is for the log and never names a person. */
export type ProviderResult<T> = ({ is: 'ok' } & T) | ProviderFailure;
export interface ProviderFailure {
  is: 'refused' | 'noResponse';
  why: string;
}

/** The account that scanned the QR code, as the app reports it. */
export interface ScanPerson {
  /** Every identifier that the app has for this person; the first one never changes. */
  subjects: { provider: string; subject: string }[];
  /** A mainland mobile number that the app has verified. */
  mobile?: string;
}

/** For a check with an invalid code, which the app should have refused: an identified person is a failure too. */
export const failureIn = (result: ProviderResult<unknown>): ProviderFailure =>
  result.is === 'ok' ? { is: 'refused', why: 'ok' } : result;

/** For an error that ended a request before there was a response. */
export const noResponse = (error: unknown) => ({ is: 'noResponse', why: errorCode(error) }) as const;

/** A short reason for the log. Not the message: it may contain text of the other side. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return [error.cause, error].map(codeOf).find((code) => code !== undefined) ?? error.name;
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
