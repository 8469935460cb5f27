import { Option, type Command } from 'commander';
import type { Config } from '../config/config.ts';
import { serviceProviderUrls } from '../parts/sso/sso-callback.ts';
import { createClock } from '../platform/clock.ts';
import { createSsoConnections } from '../providers/sso/sso-connections.ts';
import { type Company, companyStore } from '../store/companies.ts';
import { type CommandContext, CommandError, examples, recordAct, withDatabase } from './command.ts';
import { type AddOptions, checkProvider, createCompany } from './sso-connection.ts';

/** `foyer sso`: the companies whose people sign in at their own identity provider. */
export function addSsoCommand(program: Command, context: CommandContext) {
  const sso = program.command('sso').description('companies whose people sign in at their own identity provider');

  sso
    .command('add <name>')
    .description('add or change a company, by OpenID Connect or SAML 2.0')
    .option('--oidc <issuer>', 'issuer of its OpenID Connect provider')
    .option('--client-id <id>', 'the client id that the provider has given to us (OpenID Connect)')
    .option('--client-secret-file <file>', 'a file with the client secret (OpenID Connect)')
    .addOption(
      new Option('--saml <file-or-url>', 'its SAML metadata').conflicts(['oidc', 'clientId', 'clientSecretFile']),
    )
    .option('--display-name <name>', 'its name for people, such as "Acme Ltd"')
    .option('--mail-domain <domains>', 'e-mail domains it has proven to own, separated by commas')
    .option('--email-only', 'link its people to accounts by e-mail address only')
    .addHelpText(
      'after',
      examples(
        'sso add acme --oidc https://login.acme.com --client-id foyer --client-secret-file ./secret',
        'sso add acme --saml ./metadata.xml --mail-domain acme.com,acme.cn',
        'sso add acme --saml https://login.acme.com/metadata --email-only',
      ),
    )
    .action((name: string, options: AddOptions, command: Command) => {
      if (!options.oidc && !options.saml) command.error('error: give either --oidc or --saml');
      if (options.oidc && !(options.clientId && options.clientSecretFile))
        command.error('error: --oidc needs --client-id and --client-secret-file as well');
      return run(async ({ config, clock, connections, change, companies }) => {
        const company = await createCompany(name, options, companies, {
          insecureOrigins: config.sso.internalOrigins,
          connections,
          redirectUri: serviceProviderUrls({ config }, name).callback,
          cwd: context.cwd,
          now: clock.now(),
        });
        await change('sso add', name, (store) => store.put(company));
        const created = companies.every(({ slug }) => slug !== name);
        const urls = urlsFor(config, company);
        context.print(addedText(company, created, urls, config), { ...summary(company), created, ...urls });
      });
    });

  sso
    .command('list')
    .description('list all companies')
    .addHelpText('after', examples('sso list', 'sso list --json'))
    .action(() =>
      run(async ({ companies }) => {
        const text = companies.length > 0 ? companies.map(line).join('\n') : 'No company has been added yet.';
        context.print(text, companies.map(summary));
      }),
    );

  sso
    .command('test <name>')
    .description(
      'check that the identity provider of a company answers, fits its settings and accepts the client secret',
    )
    .addHelpText('after', examples('sso test acme'))
    .action((name: string) =>
      run(async ({ config, connections, companies }) => {
        const { callback } = serviceProviderUrls({ config }, name);
        const { text, data } = await checkProvider(find(companies, name), connections, callback);
        context.print(text, { name, ...data });
      }),
    );

  sso
    .command('remove <name>')
    .description('remove a company; the accounts of its people stay')
    .addHelpText('after', examples('sso remove acme'))
    .action((name: string) =>
      run(async ({ change, companies }) => {
        const { slug } = find(companies, name);
        await change('sso remove', slug, (store) => store.remove(slug));
        context.print(`Removed ${name}. Its people keep their accounts and sign in without the company.`, { name });
      }),
    );

  /** Opens what the commands need, and closes it. */
  function run(work: (dependencies: Awaited<ReturnType<typeof open>>) => Promise<void>) {
    return withDatabase(context, async (database, config) => work(await open(config, database, context.by())));
  }
}

async function open(config: Config, { sql, time }: Parameters<Parameters<typeof withDatabase>[1]>[0], by: string) {
  const clock = await createClock(time);
  /** Makes a change, with its record in the audit trail. */
  const change = (
    command: string,
    company: string,
    work: (store: ReturnType<typeof companyStore>) => Promise<unknown>,
  ) =>
    sql.transaction(async (tx) => {
      await work(companyStore(tx));
      await recordAct(tx, clock, { command, by, details: { company } });
    });
  const companies = await companyStore(sql).all();
  return { config, clock, connections: createSsoConnections(config, clock), change, companies };
}

function find(companies: readonly Company[], name: string): Company {
  const company = companies.find(({ slug }) => slug === name);
  if (!company) throw new CommandError(`${name}: there is no such company`);
  return company;
}

/** Our URLs that the administrator of the identity provider has to enter there. */
function urlsFor(config: Config, { slug, kind }: Company) {
  const { callback, acs, entityId } = serviceProviderUrls({ config }, slug);
  return kind === 'oidc' ? { redirectUri: callback } : { acsUrl: acs, entityId };
}

function addedText({ slug }: Company, created: boolean, urls: ReturnType<typeof urlsFor>, { sso }: Config) {
  return [
    `${created ? 'Added' : 'Changed'} ${slug}.`,
    'Enter at the provider:',
    ...(urls.redirectUri === undefined
      ? [
          `  ACS / Reply URL      ${urls.acsUrl}`,
          `  Entity ID / Audience ${urls.entityId}`,
          `  Or its metadata      ${urls.entityId}`,
        ]
      : [`  Redirect URI         ${urls.redirectUri}`]),
    ...(sso.enabled ? [] : ['Company sign-in is off: start the service with SSO=on.']),
  ].join('\n');
}

const summary = ({ slug, displayName, kind, enabled, emailOnly, mailDomains }: Company) => ({
  name: slug,
  ...(displayName && { displayName }),
  kind,
  enabled,
  emailOnly,
  mailDomains,
});

const line = ({ slug, kind, enabled, emailOnly, mailDomains }: Company) =>
  [slug.padEnd(20), kind, ...(enabled ? [] : ['off']), ...(emailOnly ? ['e-mail only'] : []), ...mailDomains].join(
    '  ',
  );
