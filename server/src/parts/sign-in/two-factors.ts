import { secondFactors } from '@foyer/contract/second-factors';

/**
 * Whether these factors are two. A passkey is two by itself: the authenticator is something the person has, and it has
 * verified the person by what they know or are. A code by e-mail adds nothing to a password, which it can replace.
 */
export const areTwoFactors = (factors: readonly string[]) =>
  factors.includes('passkey') ||
  (factors.length > 1 && factors.some((factor) => (secondFactors as readonly string[]).includes(factor)));
