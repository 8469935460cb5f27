import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type Config, readConfig } from './config.ts';
import { openDatabase } from './open-house.ts';
import { doorsOf } from './parts/company-door.ts';
import { createClock } from './platform/clock.ts';
import { createLog } from './platform/log.ts';
import { type CompanyDoors, createCompanyDoors } from './providers/company-doors.ts';
import { readSamlMetadata } from './providers/saml-metadata.ts';
import { mailDomainProblem, slugProblem } from './sso-rules.ts';
import { type Company, companyStore } from './store/companies.ts';

/** Why it cannot be done, in words for whoever asked for it. */
export class UnfitConnection extends Error {}

const usage = [
  'npm run sso -- add NAME --oidc ISSUER --client-id ID --client-secret-file FILE   a company that speaks OpenID Connect',
  'npm run sso -- add NAME --saml METADATA.xml                                      a company that speaks SAML 2.0',
  '    --mail-domain acme.com,acme.cn   e-mail domains that it has proved to be its own',
  '    --email-only                     its people are bound by e-mail and nothing else',
  'npm run sso -- list          shows every company',
  'npm run sso -- test NAME     asks whether its provider answers as it should',
  'npm run sso -- remove NAME   closes its door; the accounts of its people stay',
].join('\n');

const options = {
  oidc: { type: 'string' },
  'client-id': { type: 'string' },
  'client-secret-file': { type: 'string' },
  saml: { type: 'string' },
  'mail-domain': { type: 'string' },
  'email-only': { type: 'boolean' },
} as const;
type Given = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values'];

/** The doors of companies by hand. Gives back what to say; what cannot work is an UnfitConnection with the reason. */
export async function runSso(args: readonly string[], env: Record<string, string | undefined>): Promise<string> {
  const { values: given, positionals } = read(args);
  const [act = '', slug = '', ...more] = positionals;
  const named = ['add', 'test', 'remove'].includes(act);
  if (more.length > 0 || (named ? slug === '' : act !== 'list' || slug !== '')) throw new UnfitConnection(usage);

  const config = readConfig(env);
  const database = await openDatabase(config, createLog('silent').log);
  try {
    const clock = await createClock(database.time);
    const doors = createCompanyDoors(config, clock);
    const store = companyStore(database.sql);
    const all = await store.all();
    const company = all.find((one) => one.slug === slug);
    if (act === 'list') return all.length > 0 ? all.map(line).join('\n') : 'There is no company yet.';
    if (act === 'add') {
      const made = await make(slug, given, all, { config, doors, now: clock.now() });
      await store.put(made);
      return [`${company ? 'Changed' : 'Added'} ${slug}.`, ...whatToPaste(config, made)].join('\n');
    }
    if (!company) throw new UnfitConnection(`${slug}: there is no such company`);
    if (act === 'test') return await examine(company, doors);
    await store.remove(slug);
    return `Removed ${slug}: its people sign in by their accounts from now on.`;
  } finally {
    await database.close();
  }
}

interface Means {
  config: Config;
  doors: CompanyDoors;
  now: number;
}

async function make(
  slug: string,
  given: Given,
  all: readonly Company[],
  { config, doors, now }: Means,
): Promise<Company> {
  const others = all.filter((one) => one.slug !== slug);
  const owners = new Map(others.flatMap((one) => one.mailDomains.map((domain) => [domain, one.slug] as const)));
  const mailDomains = (given['mail-domain'] ?? '')
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter(Boolean);
  const problem =
    slugProblem(
      slug,
      others.map((one) => one.slug),
    ) ?? mailDomains.map((domain) => mailDomainProblem(domain, owners)).find((one) => one !== undefined);
  if (problem) throw new UnfitConnection(problem);
  if ((given.oidc === undefined) === (given.saml === undefined))
    throw new UnfitConnection(`${slug}: give either --oidc or --saml\n\n${usage}`);

  const shared = {
    slug,
    mailDomains,
    emailOnly: given['email-only'] ?? false,
    enabled: true,
    createdAt: new Date(now),
  };
  if (given.saml !== undefined) {
    const settings = readSamlMetadata((await textOf(given.saml)).replaceAll(/<!--[^]*?-->/g, ''), now);
    if (typeof settings === 'string') throw new UnfitConnection(`${given.saml}: ${settings}`);
    return { ...shared, kind: 'saml', settings };
  }
  const made = { ...shared, kind: 'oidc' as const, settings: await oidcOf(given, config.companies.inside) };
  await examine(made, doors);
  return made;
}

async function oidcOf(given: Given, inside: readonly string[]) {
  const { oidc: issuer = '', 'client-id': clientId, 'client-secret-file': file } = given;
  if (!clientId || !file) throw new UnfitConnection('--oidc needs --client-id and --client-secret-file as well');
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  if (!url || url.search || url.hash || url.username)
    throw new UnfitConnection(`${issuer}: give the issuer as the provider writes it, such as https://login.acme.com`);
  if (issuer.includes('/.well-known/'))
    throw new UnfitConnection(`${issuer}: give the issuer alone, without /.well-known and what follows`);
  if (url.protocol !== 'https:' && !inside.includes(url.origin))
    throw new UnfitConnection(`${issuer}: it must be https, unless its origin stands in SSO_INSIDE_ORIGINS`);
  const clientSecret = (await textOf(file)).trim();
  if (clientSecret === '') throw new UnfitConnection(`${file}: it is empty`);
  return { issuer, clientId, clientSecret };
}

/** What its provider says of itself; throws the reason when it cannot work. */
async function examine({ slug, kind, settings }: Pick<Company, 'slug' | 'kind' | 'settings'>, doors: CompanyDoors) {
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

function whatToPaste(config: Config, { slug, kind }: Company): string[] {
  const { callback, acs, entityId } = doorsOf({ config }, slug);
  return kind === 'oidc'
    ? ['Enter at the provider:', `  Redirect URI         ${callback}`]
    : [
        'Enter at the provider:',
        `  ACS / Reply URL      ${acs}`,
        `  Entity ID / Audience ${entityId}`,
        `  Or its metadata      ${entityId}`,
      ];
}

const line = ({ slug, kind, enabled, emailOnly, mailDomains }: Company) =>
  [slug.padEnd(20), kind, ...(enabled ? [] : ['off']), ...(emailOnly ? ['e-mail only'] : []), ...mailDomains].join(
    '  ',
  );

function read(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch {
    throw new UnfitConnection(usage);
  }
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new UnfitConnection(`${path} cannot be read: give the path of a file`);
  }
}
