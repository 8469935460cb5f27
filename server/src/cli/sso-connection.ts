import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { SsoConnections } from '../providers/sso/sso-connections.ts';
import { readSamlMetadata } from '../providers/sso/saml-metadata.ts';
import { mailDomainProblem, slugProblem } from './sso-rules.ts';
import type { Company } from '../store/companies.ts';

/** Why it cannot be done, in words for whoever asked for it. */
export class UnfitConnection extends Error {}

/** What an administrator says of a company. */
interface Given {
  oidc?: string;
  'client-id'?: string;
  'client-secret-file'?: string;
  saml?: string;
  'mail-domain'?: string;
  'email-only'?: boolean;
}

interface Means {
  /** Origins that are asked without https. */
  inside: readonly string[];
  doors: SsoConnections;
  /** The folder in which files are looked for. */
  from: string;
  now: number;
}

/** A company as it is to be kept; throws the reason when it cannot work. */
export async function connect(
  slug: string,
  given: Given,
  all: readonly Company[],
  { inside, doors, from, now }: Means,
): Promise<Company> {
  const mailDomains = mailDomainsIn(given);
  const problem = namesProblem(slug, mailDomains, all) ?? kindProblem(given);
  if (problem) throw new UnfitConnection(problem);

  const emailOnly = given['email-only'] ?? false;
  const shared = { slug, mailDomains, emailOnly, enabled: true, createdAt: new Date(now) };
  if (given.saml !== undefined) {
    const isAddress = /^https?:/i.test(given.saml);
    const xml = isAddress ? await fetched(given.saml, inside, doors) : await textOf(given.saml, from);
    const settings = readSamlMetadata(xml.replaceAll(/<!--[^]*?-->/g, ''), now, inside);
    if (typeof settings === 'string') throw new UnfitConnection(`${given.saml}: ${settings}`);
    return { ...shared, kind: 'saml', settings };
  }
  const made = { ...shared, kind: 'oidc' as const, settings: await oidcOf(given, inside, from) };
  await examine(made, doors);
  return made;
}

const mailDomainsIn = ({ 'mail-domain': list = '' }: Given) =>
  list
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter(Boolean);

function namesProblem(slug: string, mailDomains: readonly string[], all: readonly Company[]): string | undefined {
  const others = all.filter((one) => one.slug !== slug);
  const owners = new Map(others.flatMap((one) => one.mailDomains.map((domain) => [domain, one.slug] as const)));
  const names = others.map((one) => one.slug);
  return (
    slugProblem(slug, names) ??
    mailDomains.map((domain) => mailDomainProblem(domain, owners)).find((one) => one !== undefined)
  );
}

function kindProblem(given: Given): string | undefined {
  if ((given.oidc === undefined) === (given.saml === undefined)) return 'give either --oidc or --saml';
  if (given.saml === undefined) return undefined;
  const needless = (['client-id', 'client-secret-file'] as const).find((name) => given[name] !== undefined);
  return needless && `--${needless} belongs to --oidc: SAML has no such thing`;
}

async function oidcOf(given: Given, inside: readonly string[], from: string) {
  const { oidc: issuer = '', 'client-id': clientId, 'client-secret-file': file } = given;
  if (!clientId || !file) throw new UnfitConnection('--oidc needs --client-id and --client-secret-file as well');
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  if (!url || url.search || url.hash || url.username)
    throw new UnfitConnection(`${issuer}: give the issuer as the provider writes it, such as https://login.acme.com`);
  if (issuer.includes('/.well-known/'))
    throw new UnfitConnection(`${issuer}: give the issuer alone, without /.well-known and what follows`);
  if (!mayBeAsked(url, inside)) throw new UnfitConnection(`${issuer}: ${mustBeHttps}`);
  const clientSecret = (await textOf(file, from)).trim();
  if (clientSecret === '') throw new UnfitConnection(`${file}: it is empty`);
  return { issuer, clientId, clientSecret };
}

const mustBeHttps = 'it must be https, unless its origin stands in SSO_INSIDE_ORIGINS';
const mayBeAsked = ({ protocol, origin }: URL, inside: readonly string[]) =>
  protocol === 'https:' || inside.includes(origin);

/** What its provider says of itself; throws the reason when it cannot work. */
export async function examine(
  { slug, kind, settings }: Pick<Company, 'slug' | 'kind' | 'settings'>,
  doors: SsoConnections,
): Promise<string> {
  if (kind === 'saml') return doors.saml.describe(settings);
  const told = await doors.oidc.check(settings);
  if (told.is === 'noAnswer')
    throw new UnfitConnection(`${slug}: its provider does not answer (${told.why}); is the issuer right, and public?`);
  if (told.is !== 'told')
    throw new UnfitConnection(
      `${slug}: no OpenID provider of exactly this name answers there (${told.why}); compare with "issuer" in its openid-configuration, to the last slash`,
    );
  const {
    authorization_endpoint: goes,
    token_endpoint: tokens,
    code_challenge_methods_supported: pkce,
  } = told.metadata;
  if (!goes || !tokens) throw new UnfitConnection(`${slug}: its provider has no authorization or token endpoint`);
  return [
    `${slug}: its provider answers.`,
    `People go to  ${goes}`,
    ...(pkce?.includes('S256') ? [] : ['It does not say that it knows PKCE with S256: most do all the same.']),
  ].join('\n');
}

async function textOf(path: string, from: string): Promise<string> {
  try {
    return await readFile(resolve(from, path), 'utf8');
  } catch {
    throw new UnfitConnection(`${path} cannot be read: give the path of a file`);
  }
}

async function fetched(address: string, inside: readonly string[], doors: SsoConnections): Promise<string> {
  if (!URL.canParse(address)) throw new UnfitConnection(`${address} is no address`);
  if (!mayBeAsked(new URL(address), inside)) throw new UnfitConnection(`${address}: ${mustBeHttps}`);
  const instead = 'or save the metadata and give the path of the file';
  const answer = await doors.saml.ask(address).catch(() => undefined);
  if (!answer) throw new UnfitConnection(`${address} does not answer: is it right, and public? Correct it, ${instead}`);
  if (!answer.ok)
    throw new UnfitConnection(`${address} answers with ${answer.status}: give the metadata's own address, ${instead}`);
  return answer.text();
}
