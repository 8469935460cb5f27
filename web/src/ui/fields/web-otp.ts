import { typeInto } from '../../platform/forms/input-events.ts';

/** Waits for the text message with the code, with the WebOTP API, and fills it in. */
export async function fillInFromMessage(field: HTMLInputElement, signal: AbortSignal) {
  if (!('OTPCredential' in globalThis)) return;
  const options = { otp: { transport: ['sms'] }, signal };
  try {
    const credential: unknown = await navigator.credentials.get(options);
    const isCode = typeof credential === 'object' && credential && 'code' in credential;
    if (isCode && !signal.aborted) typeInto(field, String(credential.code));
  } catch {
    // The person declined, or the request was aborted: the code is typed by hand.
  }
}
