import { longest } from '../limits.ts';
import { readDomain, readEmail } from './account-rules.ts';

export type CompanyDomainProblem = 'empty' | 'invalid';

/** The label between the company domain and our own site: `acme.sso.example.com`. */
const subDomain = 'sso';

/** The suffix that is shown after the field and removed from a pasted value. */
export const companySuffix = (site: string) => `.${subDomain}.${site.toLowerCase()}`;

/** Normalizes a company domain; undefined when the text cannot be one. */
export function readCompanyDomain(typed: string, site: string): string | undefined {
  if (typed.length > longest.redirectUrl) return undefined;
  const folded = typed.normalize('NFKC').trim().toLowerCase();
  const domain = hostOf(folded, companySuffix(site)) ?? folded;
  return domain.length <= longest.companyDomain && /^[a-z\d_-]+$/.test(domain) ? domain : undefined;
}

/**
 * `acme.com` of `acme.com` or of a work address: the service knows which company it belongs to. Undefined for a text that is
 * neither; the rest of the address is not sent.
 */
export function readMailDomain(typed: string): string | undefined {
  const text = typed.trim();
  return text.includes('@') || text.includes('＠') ? readEmail(text)?.replace(/^.*@/, '') : readDomain(text);
}

export function companyDomainProblem(typed: string, site: string): CompanyDomainProblem | undefined {
  if (typed.trim() === '') return 'empty';
  return (readCompanyDomain(typed, site) ?? readMailDomain(typed)) === undefined ? 'invalid' : undefined;
}

/** `acme` of a pasted `https://acme.sso.example.com/…`; undefined for a host that is not under our suffix. */
function hostOf(address: string, suffix: string): string | undefined {
  const host = /^(?:https?:\/\/)?([^/?#:@]+)(?::\d+)?(?:[/?#].*)?$/s.exec(address)?.[1];
  return host?.endsWith(suffix) ? host.slice(0, -suffix.length) : undefined;
}
