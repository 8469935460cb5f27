/** The code that a device shows, as RFC 8628 proposes it: letters without vowels, which spell no word. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
export const userCodeLength = 8;
const isUserCode = new RegExp(`^[${letters}]{${userCodeLength}}$`);

/** What a person has typed, as it is compared: small letters, spaces, dashes and full-width letters do not matter. */
export function normalUserCode(typed: string): string | undefined {
  const code = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  return isUserCode.test(code) ? code : undefined;
}

/** As the device shows it. */
export const shownUserCode = (code: string) => `${code.slice(0, userCodeLength / 2)}-${code.slice(userCodeLength / 2)}`;
