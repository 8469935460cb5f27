import { readEmail } from '@foyer/contract/rules/account-rules';
import { longest } from '@foyer/contract/limits';

/** Names that look like ours. */
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

/** Where anybody has an address: no company owns them. */
const publicMail = [
  'gmail.com',
  'outlook.com',
  'hotmail.com',
  'live.com',
  'yahoo.com',
  'icloud.com',
  'qq.com',
  'foxmail.com',
  '163.com',
  '126.com',
  'yeah.net',
  'sina.com',
  'sohu.com',
  'aliyun.com',
  '139.com',
  '189.cn',
  'wo.cn',
  'proton.me',
];

/** How a name looks to someone who reads quickly. */
const looks = (slug: string) =>
  slug
    .replaceAll(/[-_]/g, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll(/[il1]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('5', 's');

/** Why a company cannot be called that; undefined when it can. */
export function slugProblem(slug: string, others: readonly string[]): string | undefined {
  if (!/^[a-z\d][a-z\d_-]*$/.test(slug) || slug.length > longest.companyDomain)
    return `${slug}: give 1 to ${longest.companyDomain} lower-case letters, digits, hyphens or underscores, a letter or digit first`;
  if (reserved.some((name) => looks(name) === looks(slug))) return `${slug}: this name is reserved`;
  const twin = others.find((other) => other !== slug && looks(other) === looks(slug));
  return twin === undefined ? undefined : `${slug}: it looks like ${twin}, which is there already`;
}

/** Why a domain of e-mail cannot be a company's own; undefined when it can. */
export function mailDomainProblem(domain: string, owners: ReadonlyMap<string, string>): string | undefined {
  if (!readEmail(`somebody@${domain}`)) return `${domain}: give a domain such as acme.com`;
  if (publicMail.includes(domain)) return `${domain}: anybody can have an address there, so no company owns it`;
  const owner = owners.get(domain);
  return owner === undefined ? undefined : `${domain}: it belongs to ${owner} already`;
}
