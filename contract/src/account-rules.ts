/** A mobile number or an e-mail address, in the one spelling it is stored and compared in. */
export type Principal = { kind: 'mobile' | 'email'; value: string };

const longestEmail = 254;

/** Reads what a person typed as an account; undefined when it is neither a mobile number nor an e-mail. */
export function readAccount(typed: string): Principal | undefined {
  if (typed.length > 1000) return undefined;
  const folded = typed.normalize('NFKC').trim();
  const mobile = readMobile(folded);
  if (mobile) return { kind: 'mobile', value: mobile };
  const email = readEmail(folded);
  return email ? { kind: 'email', value: email } : undefined;
}

export function readMobile(typed: string): string | undefined {
  const digits = typed
    .normalize('NFKC')
    .replace(/[\s-]/g, '')
    .replace(/^(\+86|0086)/, '');
  return /^1\d{10}$/.test(digits) ? digits : undefined;
}

export function readEmail(typed: string): string | undefined {
  const address = typed.normalize('NFKC').trim().toLowerCase();
  return address.length <= longestEmail && /^[^\s@\p{Cc}\p{Cf}<>()[\]\\,;:"]+@(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+[\p{L}\d-]*[\p{L}\d]$/u.test(address)
    ? address
    : undefined;
}

/** `13800138000` → `138****8000`, `mei@example.com` → `m***@example.com`: enough to recognise, too little to use. */
export function mask(principal: string): string {
  const at = principal.indexOf('@');
  if (at > 0) return `${principal.slice(0, 1)}***${principal.slice(at)}`;
  return principal.length < 7 ? '***' : `${principal.slice(0, 3)}****${principal.slice(-4)}`;
}
