/** Waits for the text message with the code, with the WebOTP API. */
export async function codeFromMessage(signal: AbortSignal): Promise<string | undefined> {
  const options = { otp: { transport: ['sms'] }, signal };
  try {
    const credential: unknown = await navigator.credentials.get(options);
    if (typeof credential === 'object' && credential && 'code' in credential) return String(credential.code);
  } catch {
    // The person declined, or the request was aborted: the code is typed by hand.
  }
  return undefined;
}
