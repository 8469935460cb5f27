import { parseArgs } from 'node:util';
import type { Config } from '../config/config.ts';
import { readConfig } from '../config/read-config.ts';
import { openDatabase } from '../create-services.ts';
import { serviceProviderUrls } from '../parts/sso/sso-callback.ts';
import { createClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { createSsoConnections } from '../providers/sso/sso-connections.ts';
import { UnfitConnection, connect, examine } from './sso-connection.ts';
import { type Company, companyStore } from '../store/companies.ts';

const usage = [
  'npm run sso -- add NAME --oidc ISSUER --client-id ID --client-secret-file FILE   a company that speaks OpenID Connect',
  'npm run sso -- add NAME --saml FILE-OR-ADDRESS                                   a company that speaks SAML 2.0, by its metadata',
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

/** The doors of companies by hand. Gives back what to say; what cannot work is an UnfitConnection with the reason. */
export async function runSso(args: readonly string[], env: Record<string, string | undefined>): Promise<string> {
  const { act, slug, given } = read(args);
  const config = readConfig(env);
  const database = await openDatabase(config, createLog('silent').log);
  try {
    const clock = await createClock(database.time);
    const doors = createSsoConnections(config, clock);
    const store = companyStore(database.sql);
    const all = await store.all();
    const company = all.find((one) => one.slug === slug);
    if (act === 'list') return all.length > 0 ? all.map(line).join('\n') : 'There is no company yet.';
    if (act === 'add') {
      const { inside } = config.companies;
      const from = env['INIT_CWD'] ?? process.cwd();
      const made = await connect(slug, given, all, { inside, doors, from, now: clock.now() });
      await store.put(made);
      return [`${company ? 'Changed' : 'Added'} ${slug}.`, ...whatToPaste(config, made), ...stillOff(config)].join(
        '\n',
      );
    }
    if (!company) throw new UnfitConnection(`${slug}: there is no such company`);
    if (act === 'test') return await examine(company, doors);
    await store.remove(slug);
    return `Removed ${slug}: its people sign in by their accounts from now on.`;
  } finally {
    await database.close();
  }
}

function whatToPaste(config: Config, { slug, kind }: Company): string[] {
  const { callback, acs, entityId } = serviceProviderUrls({ config }, slug);
  return kind === 'oidc'
    ? ['Enter at the provider:', `  Redirect URI         ${callback}`]
    : [
        'Enter at the provider:',
        `  ACS / Reply URL      ${acs}`,
        `  Entity ID / Audience ${entityId}`,
        `  Or its metadata      ${entityId}`,
      ];
}

const stillOff = ({ companies }: Config) =>
  companies.enabled ? [] : ['Nobody can sign in there yet: start the service with SSO=on.'];

const line = ({ slug, kind, enabled, emailOnly, mailDomains }: Company) =>
  [slug.padEnd(20), kind, ...(enabled ? [] : ['off']), ...(emailOnly ? ['e-mail only'] : []), ...mailDomains].join(
    '  ',
  );

/** What is asked for; throws how to ask when it makes no sense. */
function read(args: readonly string[]) {
  const { values: given, positionals } = parsed(args);
  const [act = '', slug = '', ...more] = positionals;
  const named = ['add', 'test', 'remove'].includes(act);
  if (more.length > 0 || (named ? slug === '' : act !== 'list' || slug !== '')) throw new UnfitConnection(usage);
  const [needless] = act === 'add' ? [] : Object.keys(given);
  if (needless) throw new UnfitConnection(`--${needless} is for add\n\n${usage}`);
  return { act, slug, given };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UnfitConnection(`${error instanceof Error ? error.message : ''}\n\n${usage}`);
  }
}
