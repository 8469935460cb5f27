import { input, longest } from '../limits.ts';

/** A mobile number or an e-mail address in its normalized form, in which it is stored and compared. */
export type Principal = { kind: 'mobile' | 'email'; value: string };

export type AccountProblem = 'empty' | 'invalid';

/** Normalizes a typed account; undefined when it is neither a mobile number nor an e-mail address. */
export function readAccount(typed: string): Principal | undefined {
  const mobile = readMobile(typed);
  if (mobile) return { kind: 'mobile', value: mobile };
  const email = readEmail(typed);
  return email ? { kind: 'email', value: email } : undefined;
}

export function accountProblem(typed: string): AccountProblem | undefined {
  if (typed.trim() === '') return 'empty';
  return readAccount(typed) ? undefined : 'invalid';
}

export function readMobile(typed: string): string | undefined {
  const digits = fold(typed)
    .replace(/[\s-]/g, '')
    .replace(/^(\+86|0086)/, '');
  return /^1\d{10}$/.test(digits) ? digits : undefined;
}

export function readEmail(typed: string): string | undefined {
  // Lower-casing can produce a letter and a combining accent, so the text is normalized once more.
  const address = fold(fold(typed).trim().toLowerCase());
  const [local = '', domain = '', ...more] = address.split('@');
  if (more.length > 0 || address.length > longest.email || !localPart.test(local)) return undefined;
  const labels = domain.split('.');
  return labels.length > 1 && labels.every((label) => domainLabel.test(label)) ? address : undefined;
}

/** Invisible characters and lone surrogates (`\p{C}`) are refused: they would make two accounts look alike or be stored as one. */
const localPart = /^[^\s\p{C}<>()[\]\\,;:"]+$/u;
const domainLabel = /^(?!-)[\p{L}\d-]{1,63}(?<!-)$/u;

/** NFKC normalization of a very long text is slow, and no account is that long. */
const fold = (typed: string) => (typed.length > input.maxLength ? '' : typed.normalize('NFKC'));

/** Our own service shows a masked value only; another back end may show the whole one. */
export const isMasked = (principal: string) => principal.includes('*');

/** `13800138000` → `138****8000`, `mei@example.com` → `m***@example.com`: enough to recognize, too little to use. */
export function mask(principal: string): string {
  const at = principal.indexOf('@');
  if (at > 0) return `${String.fromCodePoint(principal.codePointAt(0)!)}***${principal.slice(at)}`;
  return principal.length < 7 ? '***' : `${principal.slice(0, 3)}****${principal.slice(-4)}`;
}
