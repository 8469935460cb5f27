import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readDomain } from '@foyer/contract/rules/account-rules';
import { readSamlMetadata } from '../providers/sso/saml-metadata.ts';
import type { SsoConnections } from '../providers/sso/sso-connections.ts';
import type { Company } from '../store/companies.ts';
import { CommandError } from './command.ts';
import { mailDomainProblem, slugProblem } from './sso-rules.ts';

export interface AddOptions {
  oidc?: string;
  clientId?: string;
  clientSecretFile?: string;
  saml?: string;
  displayName?: string;
  mailDomain?: string;
  emailOnly?: boolean;
}

interface Dependencies {
  /** Origins that may be called without https. */
  insecureOrigins: readonly string[];
  connections: SsoConnections;
  /** Where the provider of this company sends the browser back to. */
  redirectUri: string;
  cwd: string;
  now: number;
}

/** The company to store; throws the reason when its connection cannot work. */
export async function createCompany(
  slug: string,
  options: AddOptions,
  companies: readonly Company[],
  { insecureOrigins, connections, redirectUri, cwd, now }: Dependencies,
): Promise<Company> {
  const mailDomains = readMailDomains(options.mailDomain);
  const problem = namesProblem(slug, mailDomains, companies);
  if (problem) throw new CommandError(problem);

  const shared = {
    slug,
    displayName: options.displayName ?? null,
    mailDomains,
    emailOnly: options.emailOnly ?? false,
    enabled: true,
    createdAt: new Date(now),
  };
  if (options.saml !== undefined) {
    const isUrl = /^https?:/i.test(options.saml);
    const xml = isUrl
      ? await fetchMetadata(options.saml, insecureOrigins, connections)
      : await readText(options.saml, cwd);
    const settings = readSamlMetadata(xml.replaceAll(/<!--[^]*?-->/g, ''), now, insecureOrigins);
    if (typeof settings === 'string') throw new CommandError(`${options.saml}: ${settings}`);
    return { ...shared, kind: 'saml', settings };
  }
  const settings = await oidcSettings(options, insecureOrigins, cwd);
  const company = { ...shared, kind: 'oidc' as const, settings };
  await checkProvider(company, connections, redirectUri);
  return company;
}

const readMailDomains = (list = '') =>
  list
    .split(',')
    .map((domain) => readDomain(domain.trim()) ?? domain.trim().toLowerCase())
    .filter(Boolean);

function namesProblem(slug: string, mailDomains: readonly string[], companies: readonly Company[]) {
  const others = companies.filter((company) => company.slug !== slug);
  const owners = new Map(others.flatMap((other) => other.mailDomains.map((domain) => [domain, other.slug] as const)));
  const names = others.map((other) => other.slug);
  return (
    slugProblem(slug, names) ??
    mailDomains.map((domain) => mailDomainProblem(domain, owners)).find((problem) => problem !== undefined)
  );
}

async function oidcSettings(options: AddOptions, insecureOrigins: readonly string[], cwd: string) {
  const { oidc: issuer = '', clientId = '', clientSecretFile: file = '' } = options;
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  if (!url || url.search || url.hash || url.username)
    throw new CommandError(`${issuer}: give the issuer as the provider writes it, such as https://login.acme.com`);
  if (issuer.includes('/.well-known/'))
    throw new CommandError(`${issuer}: give the issuer alone, without /.well-known and what follows`);
  requireHttps(issuer, insecureOrigins);
  const clientSecret = (await readText(file, cwd)).trim();
  if (clientSecret === '') throw new CommandError(`${file} is empty`);
  return { issuer, clientId, clientSecret };
}

function requireHttps(url: string, insecureOrigins: readonly string[]) {
  const { protocol, origin } = new URL(url);
  if (protocol !== 'https:' && !insecureOrigins.includes(origin))
    throw new CommandError(`${url}: it must be https, unless SSO_INSIDE_ORIGINS lists its origin`);
}

/** Asks the provider of a company for its metadata and tries the client secret; throws the reason when the connection cannot work. */
export async function checkProvider(
  { slug, kind, settings }: Pick<Company, 'slug' | 'kind' | 'settings'>,
  { oidc, saml }: SsoConnections,
  redirectUri: string,
) {
  if (kind === 'saml') {
    const data = saml.describe(settings);
    const { entityId, signInUrl, certificatesValidUntil } = data;
    const until = certificatesValidUntil.join(', ');
    const text = `Provider             ${entityId}\nSign-in URL          ${signInUrl}\nCertificate expires  ${until}`;
    return { text, data };
  }
  const result = await oidc.check(settings);
  if (result.is === 'noResponse')
    throw new CommandError(`${slug}: its provider does not answer (${result.why}); is the issuer right, and public?`);
  if (result.is !== 'ok')
    throw new CommandError(
      `${slug}: no OpenID provider with exactly this issuer answers there (${result.why}); compare it with "issuer" in its openid-configuration, including a final slash`,
    );
  const { authorization_endpoint: signInUrl, token_endpoint: tokenUrl, ...metadata } = result.metadata;
  if (!signInUrl || !tokenUrl) throw new CommandError(`${slug}: its provider has no authorization or token endpoint`);
  const pkce = metadata.code_challenge_methods_supported?.includes('S256') ?? false;
  const secret = await oidc.trySecret(settings, redirectUri);
  if (secret.is === 'refused' && secret.why === 'clientSecret')
    throw new CommandError(
      `${slug}: its provider refuses the client id or secret; compare both with the provider, and give the value of the secret, not its id`,
    );
  const lines = [
    `${slug}: its provider answers.`,
    `Sign-in URL    ${signInUrl}`,
    `Client secret  ${secret.is === 'ok' ? 'accepted' : `not tested (${secret.why}); sign in once to be sure`}`,
  ];
  if (!pkce) lines.push('Its metadata does not list PKCE with S256; most providers support it all the same.');
  return { text: lines.join('\n'), data: { signInUrl, pkce, secretAccepted: secret.is === 'ok' } };
}

async function readText(path: string, cwd: string): Promise<string> {
  try {
    return await readFile(resolve(cwd, path), 'utf8');
  } catch {
    throw new CommandError(`${path} cannot be read: give the path of a file`);
  }
}

async function fetchMetadata(url: string, insecureOrigins: readonly string[], { saml }: SsoConnections) {
  if (!URL.canParse(url)) throw new CommandError(`${url} is not a URL`);
  requireHttps(url, insecureOrigins);
  const instead = 'or save the metadata and give the path of the file';
  const response = await saml.fetchMetadata(url).catch(() => undefined);
  if (!response) throw new CommandError(`${url} does not answer: is it right, and public? Correct it, ${instead}`);
  if (!response.ok)
    throw new CommandError(`${url} answers with ${response.status}: give the URL of the metadata itself, ${instead}`);
  return response.text();
}
