import type { ProviderResult, ScanPerson } from './provider-result.ts';

/** What an app's page needs to send the browser back to us. */
export interface AppPage {
  /** The scene of the scan. */
  state: string;
  redirectUri: string;
}

/** What an app reported about a mobile number, from a payload that the phone has sent. */
export type ReportedPhone =
  /** `ciphertext` is what the app signed: it contains the number, but not whose it is. */
  { is: 'mobile'; mobile: string; ciphertext: string } | { is: 'notMainland' } | { is: 'refused'; why: string };

/** An app for QR sign-in. Its routes, if it calls us by itself, are in `scan-routes.ts`. */
export interface ScanProvider {
  /** `content` is drawn as a QR code, `frame` is the app's own page, which shows it. */
  requestQr(page: AppPage): Promise<ProviderResult<{ kind: 'content' | 'frame'; url: string }>>;
  /** The authorisation URL for a page inside the app. */
  authorizeUrl(page: AppPage): string;
  /** The state that `authorizeUrl` was given, from the returned one; absent where they are the same. */
  readState?(state: string): string;
  /** The person behind an authorisation code, which can be used once. */
  identify(code: string, redirectUri: string): Promise<ProviderResult<{ person: ScanPerson }>>;
  /** Reads the mobile number from what the phone confirms with; absent where the phone sends none. */
  readPhone?(payload: string): ReportedPhone;
  /** It verifies a mobile number before it reports it. In other apps a person, or an administrator, can enter any number. */
  verifiesMobiles: boolean;
  /** The origin of the page in the frame. */
  frameOrigin?: string;
  /** Whether the app accepts our keys; `remedy` says what to correct if it does not. */
  checkAccess(): Promise<{ is: 'ok'; what: string } | { is: 'refused' | 'noResponse'; why: string; remedy: string }>;
}
