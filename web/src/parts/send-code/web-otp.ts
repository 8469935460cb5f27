/** Waits for the text message with our code, where a phone's browser can read it for the page. */
export async function codeFromMessage(signal: AbortSignal): Promise<string | undefined> {
  const options = { otp: { transport: ['sms'] }, signal };
  try {
    const credential: unknown = await navigator.credentials.get(options);
    if (typeof credential === 'object' && credential && 'code' in credential) return String(credential.code);
  } catch {
    // Declined, or a message that is not ours: the person types it.
  }
  return undefined;
}
