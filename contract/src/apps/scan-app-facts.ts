/** What an app for QR sign-in is. It is part of the first load, so names that are needed only later are in `app-wire.ts`. */
export interface ScanAppFacts {
  /** `thirdparty` of the request for a QR code. */
  thirdparty: string;
  /** The user agent of its web view. */
  userAgent: RegExp;
  /**
   * Where the app's own page shows the QR code in a frame: how often the page loads a new one, before it expires. The frame
   * says when a scan is confirmed, so nothing is polled. Absent where the page draws the QR code and polls.
   */
  frame?: { reloadInterval: number };
  /** A scan follows the operator's account, which then sends a message. */
  follows?: true;
  /** The app whose QR code is shown when that of this app cannot be loaded. */
  fallback?: string;
}
