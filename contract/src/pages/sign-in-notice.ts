/** What the sign-in page says on top about the session of this browser. */
export type SignInNotice =
  /** `url`: where the person goes on without signing in again. */
  | { is: 'signedIn'; name: string; url: string }
  /** The person has just signed out. */
  | { is: 'signedOut' }
  /** The session has expired, or was ended on another device. */
  | { is: 'sessionEnded' };
