/**
 * Whether these factors are two. A passkey is two by itself: the authenticator is something the person has, and it has
 * verified the person by what they know or are.
 */
export const areTwoFactors = (factors: readonly string[]) => factors.length > 1 || factors.includes('passkey');
