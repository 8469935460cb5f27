import { readEmail } from '@foyer/contract/rules/account-rules';
import { longest } from '@foyer/contract/limits';
import { publicMail } from '../parts/sso/public-mail.ts';

/** Names that people could take for a part of this service. */
const reserved = [
  'www',
  'api',
  'app',
  'login',
  'admin',
  'sso',
  'mail',
  'account',
  'support',
  'help',
  'static',
  'sandbox',
  'test',
  'root',
];

/** Maps names that look alike to the same text. */
const skeleton = (slug: string) =>
  slug
    .replaceAll(/[-_]/g, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll(/[il1]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('5', 's');

/** Why a company cannot have this name, or undefined if it can. */
export function slugProblem(slug: string, others: readonly string[]): string | undefined {
  if (!/^[a-z\d][a-z\d_-]*$/.test(slug) || slug.length > longest.companyDomain)
    return `${slug}: give 1 to ${longest.companyDomain} lower-case letters, digits, hyphens or underscores, a letter or digit first`;
  if (reserved.some((name) => skeleton(name) === skeleton(slug))) return `${slug}: this name is reserved`;
  const twin = others.find((other) => other !== slug && skeleton(other) === skeleton(slug));
  return twin === undefined ? undefined : `${slug}: it looks like ${twin}, which exists already`;
}

/** Why a mail domain cannot belong to a company, or undefined if it can. */
export function mailDomainProblem(domain: string, owners: ReadonlyMap<string, string>): string | undefined {
  if (!readEmail(`name@${domain}`)) return `${domain}: give a domain such as acme.com`;
  if (publicMail.includes(domain)) return `${domain}: it is a public mail service, so no company owns it`;
  const owner = owners.get(domain);
  return owner === undefined ? undefined : `${domain}: it already belongs to ${owner}`;
}
