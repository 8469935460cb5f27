import { input, longest } from '../first-limits.ts';

/** A mobile number or an e-mail address in its normalized form, in which it is stored and compared. */
export type Principal = { kind: 'mobile' | 'email'; value: string };

export type AccountProblem = 'empty' | 'invalid' | 'foreign';

/** Normalizes a typed account; undefined when it is neither a mobile number nor an e-mail address. */
export function readAccount(typed: string): Principal | undefined {
  const mobile = readMobile(typed);
  if (mobile) return { kind: 'mobile', value: mobile };
  const email = readEmail(typed);
  return email ? { kind: 'email', value: email } : undefined;
}

export function accountProblem(typed: string): AccountProblem | undefined {
  if (typed.trim() === '') return 'empty';
  if (readAccount(typed)) return undefined;
  return foreignNumber.test(fold(typed)) ? 'foreign' : 'invalid';
}

/** The country code of a typed number says that it is not one of mainland China. */
const foreignNumber = /^[\s(]*(\+|00)\s*(?!86)[1-9][\d\s().-]{5,}$/;

export function readMobile(typed: string): string | undefined {
  const number = fold(typed).trim();
  // Spaces, hyphens, dots and brackets stand between digits, not around the number.
  if (!/^\(?(\+\s*)?\d.*\d$/.test(number)) return undefined;
  const digits = number.replace(/[\s().-]/g, '').replace(/^(\+|00)?86(?=1\d{10}$)/, '');
  return /^1\d{10}$/.test(digits) ? digits : undefined;
}

export function readEmail(typed: string): string | undefined {
  // Lower-casing can produce a letter and a combining accent, so the text is normalized once more.
  const [local = '', typedDomain = '', ...more] = fold(fold(typed).trim().toLowerCase()).split('@');
  const domain = readDomain(typedDomain);
  const address = `${local}@${domain}`;
  const isEmail = more.length === 0 && domain !== undefined && localPart.test(local);
  return isEmail && address.length <= longest.email ? address : undefined;
}

/** The domain of an e-mail address in ASCII, so that one mailbox has one form; undefined when it is none. */
export function readDomain(typed: string): string | undefined {
  const domain = fold(typed).toLowerCase();
  const isPlain = /^[\x21-\x7e]*$/.test(domain) && !/(^|\.)xn--/.test(domain);
  const ascii = isPlain ? domain : unicodeDomain.test(domain) ? hostOf(domain) : undefined;
  const labels = ascii?.split('.') ?? [];
  return labels.length > 1 && labels.every((label) => domainLabel.test(label)) ? ascii : undefined;
}

/** `URL` converts international domains to ASCII, and refuses invalid ones. */
function hostOf(domain: string): string | undefined {
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return undefined;
  }
}

/**
 * Symbols and emoji are refused, except those of ASCII: `+` and the like are common. So are control characters and lone
 * surrogates (`\p{C}`), which would be stored as one and the same character.
 */
const localPart = /^(?:[^\s\p{C}\p{S}\p{Me}\p{Extended_Pictographic}()[\]\\,;:"]|[$+=^`|~])+$/u;
const unicodeDomain = /^[\p{L}\p{M}\d.-]+$/u;
const domainLabel = /^(?!-)[a-z\d-]{1,63}(?<!-)$/;

/** Characters that cannot be seen; the last one is a blank Braille pattern. */
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * Normalizes a text that is typed or pasted. Characters that cannot be seen are removed, since two accounts would look
 * alike. NFKC normalization of a very long text is slow, and no account is that long.
 */
const fold = (typed: string) =>
  typed.length > input.maxLength ? '' : typed.normalize('NFKC').replace(invisible, '').normalize('NFKC');

/** Our own service shows a masked value only; another back end may show the whole one. */
export const isMasked = (principal: string) => principal.includes('*');

/** Stands for a masked value of which nothing is known. */
export const unknownMasked = '***';

/** `13800138000` → `138****8000`, `mei@example.com` → `m***@example.com`: enough to recognize, too little to use. */
export function mask(principal: string): string {
  const at = principal.indexOf('@');
  if (at > 0) return `${String.fromCodePoint(principal.codePointAt(0)!)}***${principal.slice(at)}`;
  return principal.length < 7 ? unknownMasked : `${principal.slice(0, 3)}****${principal.slice(-4)}`;
}
