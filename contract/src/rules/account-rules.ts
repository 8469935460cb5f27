import { input, longest } from '../limits.ts';

/** A mobile number or an e-mail address, in the one spelling it is stored and compared in. */
export type Principal = { kind: 'mobile' | 'email'; value: string };

export type AccountProblem = 'empty' | 'invalid';

/** Reads what a person typed as an account; undefined when it is neither a mobile number nor an e-mail. */
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
  // Lower case can bring letter and accent together that were apart before, hence folded once more.
  const address = fold(fold(typed).trim().toLowerCase());
  const [local = '', domain = '', ...more] = address.split('@');
  if (more.length > 0 || address.length > longest.email || !localPart.test(local)) return undefined;
  const labels = domain.split('.');
  return labels.length > 1 && labels.every((label) => domainLabel.test(label)) ? address : undefined;
}

/** Invisible characters and halves of surrogate pairs (`\p{C}`) would make two accounts look or be stored as one. */
const localPart = /^[^\s\p{C}<>()[\]\\,;:"]+$/u;
const domainLabel = /^(?!-)[\p{L}\d-]{1,63}(?<!-)$/u;

/** Folding a very long text is slow, and nothing that long is an account. */
const fold = (typed: string) => (typed.length > input.maxLength ? '' : typed.normalize('NFKC'));

/** `13800138000` → `138****8000`, `mei@example.com` → `m***@example.com`: enough to recognise, too little to use. */
export function mask(principal: string): string {
  const at = principal.indexOf('@');
  if (at > 0) return `${String.fromCodePoint(principal.codePointAt(0)!)}***${principal.slice(at)}`;
  return principal.length < 7 ? '***' : `${principal.slice(0, 3)}****${principal.slice(-4)}`;
}
