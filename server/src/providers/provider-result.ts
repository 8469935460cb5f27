/** Who scanned, as the app vouches for it. */
export interface ScanPerson {
  /** The same person under each name that the app has for them; the first is the one that lasts. */
  subjects: { provider: string; subject: string }[];
  /** A mainland number that the app has checked. */
  mobile?: string;
}

/** What became of a question to an app. */
export type ProviderResult<T> = ({ is: 'told' } & T) | { is: 'refused'; why: string } | { is: 'noAnswer'; why: string };
