/** The names of an app on the wire that the sign-in page does not start with. */
export interface AppWire {
  /** `credentials` of the sign-in with one click. */
  transfer: string;
  /** Where a mobile number is bound to an account of the app. */
  bindPath: string;
  /** Where the app's own page sends the browser back, exactly as registered with the app. */
  callbackPath: string;
}
