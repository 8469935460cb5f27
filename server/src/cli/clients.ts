import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Language, languages } from '@foyer/contract/language';
import { hours } from '@foyer/contract/time';
import { InvalidArgumentError, type Command } from 'commander';
import type { Config } from '../config/config.ts';
import { oidcPaths } from '../parts/oidc/paths.ts';
import { createClock } from '../platform/clock.ts';
import { random } from '../platform/random.ts';
import { sha256 } from '../platform/sha256.ts';
import { type OidcClient, oidcClientStore } from '../store/oidc/oidc-clients.ts';
import { clientIdProblem, ownUriProblem, readPublicKeys, redirectUriProblem } from './client-rules.ts';
import { type CommandContext, CommandError, examples, recordAct, withDatabase } from './command.ts';

interface AddOptions {
  name?: string;
  nameZh?: string;
  nameEn?: string;
  redirectUri: string[];
  postLogoutRedirectUri?: string[];
  backchannelLogoutUri?: string;
  loginUri?: string;
  public?: true;
  jwks?: string;
  firstParty?: true;
  requirePar?: true;
  requireSignedRequests?: true;
}

/** `foyer clients`: the applications that sign people in here. */
export function addClientsCommand(program: Command, context: CommandContext) {
  const clients = program.command('clients').description('applications that sign people in here by OpenID Connect');
  const collect = (value: string, before: string[] = []) => [...before, value];

  clients
    .command('add <id>')
    .description('add or change an application; its secret is printed once')
    .requiredOption('--redirect-uri <uri>', 'where people return to, matched exactly; may be repeated', collect)
    .option('--name <name>', 'the name that people read; the id if it is not given')
    .option('--name-zh <name>', 'its name on Chinese pages, if it is another one')
    .option('--name-en <name>', 'its name on English pages, if it is another one')
    .option('--public', 'it cannot keep a secret: an application in the browser or on a phone')
    .option('--jwks <file>', 'its public keys: it proves who it is by its signature, without a secret')
    .option('--first-party', 'it is one of your own: people are not asked for consent')
    .option('--post-logout-redirect-uri <uri>', 'where people may return to after sign-out; may be repeated', collect)
    .option('--backchannel-logout-uri <uri>', 'is called when a session ends')
    .option('--login-uri <uri>', 'where it starts a sign-in: people go there when their request has ended')
    .option('--require-par', 'accept pushed authorization requests only')
    .option('--require-signed-requests', 'accept signed authorization requests only; needs --jwks')
    .addHelpText(
      'after',
      examples(
        'clients add contracts --first-party --redirect-uri https://contracts.example.com/callback',
        'clients add archive --name Archive --name-zh 档案 --redirect-uri https://archive.example.com/callback',
        'clients add web --public --first-party --redirect-uri https://app.example.com/ --redirect-uri http://localhost:5173/',
        'clients add partner --name "Partner Ltd" --jwks ./partner.jwks.json --redirect-uri https://partner.example/cb',
      ),
    )
    .action(async (id: string, options: AddOptions, command: Command) => {
      if (options.public && options.jwks) command.error('error: give either --public or --jwks');
      if (options.requireSignedRequests && !options.jwks)
        command.error('error: --require-signed-requests needs --jwks');
      const settings = await readClient(id, options, context.cwd);
      await run(async ({ config, now, store, record }) => {
        const before = await store.find(id);
        const needsSecret = settings.authentication === 'secret' && !before?.secretHash;
        const secret = needsSecret ? random.token() : undefined;
        const client: OidcClient = {
          ...settings,
          secretHash: secret ? sha256(secret) : (before?.secretHash ?? null),
          previousSecretHash: before?.previousSecretHash ?? null,
          previousSecretUntil: before?.previousSecretUntil ?? null,
          createdAt: before?.createdAt ?? new Date(now),
        };
        await store.put(client);
        await record('clients add', id);
        context.print(addedText(client, before === undefined, secret, config), {
          ...summary(client),
          created: before === undefined,
          issuer: config.publicUrl,
          ...(secret && { secret }),
        });
      });
    });

  clients
    .command('list')
    .description('list all applications')
    .addHelpText('after', examples('clients list', 'clients list --json'))
    .action(() =>
      run(async ({ store }) => {
        const all = await store.all();
        context.print(
          all.length > 0 ? all.map(line).join('\n') : 'No application has been added yet.',
          all.map(summary),
        );
      }),
    );

  clients
    .command('show <id>')
    .description('show the settings of an application; its secret is not stored')
    .addHelpText('after', examples('clients show contracts'))
    .action((id: string) =>
      run(async ({ store, config }) => {
        const client = await find(store, id);
        context.print(detailsText(client, config), { ...summary(client), issuer: config.publicUrl });
      }),
    );

  clients
    .command('rotate-secret <id>')
    .description('make a new secret, printed once')
    .option('--overlap <hours>', 'hours that the old secret stays valid, 0 to 720', wholeHours, 0)
    .addHelpText('after', examples('clients rotate-secret contracts', 'clients rotate-secret contracts --overlap 24'))
    .action((id: string, { overlap }: { overlap: number }) =>
      run(async ({ store, now, record }) => {
        const { authentication } = await find(store, id);
        if (authentication !== 'secret')
          throw new CommandError(
            `${id}: it has no secret, because it ${authentication === 'none' ? 'is public' : 'signs with its own key'}`,
          );
        const secret = random.token();
        const previousUntil = new Date(now + hours(overlap));
        await store.rotateSecret(id, sha256(secret), previousUntil);
        await record('clients rotate-secret', id);
        const until = overlap > 0 ? `stays valid until ${previousUntil.toISOString()}` : 'is not valid any more';
        context.print(`Client secret   ${secret}\nThe old secret ${until}.`, { id, secret, previousUntil });
      }),
    );

  clients
    .command('remove <id>')
    .description('remove an application; its tokens are not valid any more')
    .addHelpText('after', examples('clients remove contracts'))
    .action((id: string) =>
      run(async ({ store, record }) => {
        await store.remove((await find(store, id)).id);
        await record('clients remove', id);
        context.print(`Removed ${id}. People who are signed in there are not notified.`, { id });
      }),
    );

  /** Opens what the commands need, and closes it. */
  function run(work: (dependencies: Dependencies) => Promise<void>) {
    return withDatabase(context, async ({ sql, time }, config) => {
      const clock = await createClock(time);
      return sql.transaction((tx) => {
        const record = (command: string, client: string) =>
          recordAct(tx, clock, { command, by: context.by(), details: { client } });
        return work({ config, now: clock.now(), store: oidcClientStore(tx), record });
      });
    });
  }
}

interface Dependencies {
  config: Config;
  now: number;
  store: ReturnType<typeof oidcClientStore>;
  /** Records a change in the audit trail. */
  record(command: string, client: string): Promise<void>;
}

async function find(store: Dependencies['store'], id: string): Promise<OidcClient> {
  const client = await store.find(id);
  if (!client) throw new CommandError(`${id}: there is no such application`);
  return client;
}

function wholeHours(value: string): number {
  if (!/^\d{1,3}$/.test(value) || Number(value) > 720) throw new InvalidArgumentError('give a number from 0 to 720');
  return Number(value);
}

type Secrets = 'secretHash' | 'previousSecretHash' | 'previousSecretUntil' | 'createdAt';

/** The settings of an application; throws the reason when one cannot work. */
async function readClient(id: string, options: AddOptions, cwd: string): Promise<Omit<OidcClient, Secrets>> {
  const isPublic = options.public === true;
  const {
    redirectUri: redirectUris,
    postLogoutRedirectUri: postLogoutRedirectUris = [],
    backchannelLogoutUri,
    loginUri,
  } = options;
  const problem =
    clientIdProblem(id) ??
    [...redirectUris, ...postLogoutRedirectUris].map((uri) => redirectUriProblem(uri, { isPublic })).find(Boolean) ??
    [backchannelLogoutUri, loginUri].map((uri) => uri && ownUriProblem(uri)).find(Boolean);
  if (problem) throw new CommandError(problem);
  return {
    id,
    name: options.name?.trim() || id,
    names: namesIn(options),
    authentication: isPublic ? 'none' : options.jwks ? 'privateKey' : 'secret',
    jwks: options.jwks ? await readKeys(resolve(cwd, options.jwks)) : null,
    redirectUris,
    postLogoutRedirectUris,
    backchannelLogoutUri: backchannelLogoutUri ?? null,
    loginUri: loginUri ?? null,
    firstParty: options.firstParty === true,
    requirePushedRequests: options.requirePar === true,
    requireSignedRequests: options.requireSignedRequests === true,
  };
}

const nameOptions = { 'zh-CN': 'nameZh', 'en-US': 'nameEn' } as const satisfies Record<Language, keyof AddOptions>;

/** The names in the languages for which one is given. */
function namesIn(options: AddOptions): OidcClient['names'] {
  const given = languages.flatMap((language) => {
    const name = options[nameOptions[language]]?.trim();
    return name ? [[language, name] as const] : [];
  });
  return given.length > 0 ? Object.fromEntries(given) : null;
}

async function readKeys(path: string) {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new CommandError(`${path} cannot be read: give the path of a file`);
  });
  const read = readPublicKeys(text);
  if ('problem' in read) throw new CommandError(`${path}: ${read.problem}`);
  return read;
}

const kinds = { secret: 'confidential', privateKey: 'confidential, private key', none: 'public' } as const;

const summary = (client: OidcClient) => ({
  id: client.id,
  name: client.name,
  ...(client.names && { names: client.names }),
  kind: client.authentication === 'none' ? 'public' : 'confidential',
  authentication: client.authentication,
  firstParty: client.firstParty,
  redirectUris: client.redirectUris,
  postLogoutRedirectUris: client.postLogoutRedirectUris,
  backchannelLogoutUri: client.backchannelLogoutUri,
  loginUri: client.loginUri,
  requirePushedRequests: client.requirePushedRequests,
  requireSignedRequests: client.requireSignedRequests,
});

const line = ({ id, authentication, firstParty, redirectUris }: OidcClient) =>
  [id.padEnd(20), kinds[authentication], firstParty ? 'first party' : 'third party', ...redirectUris].join('  ');

function addedText(client: OidcClient, created: boolean, secret: string | undefined, config: Config) {
  return [
    `${created ? 'Added' : 'Changed'} ${client.id}.`,
    `Issuer          ${config.publicUrl}`,
    `Client id       ${client.id}`,
    ...(secret ? [`Client secret   ${secret}`, 'The secret is not shown again.'] : []),
    ...(!secret && client.authentication === 'secret' ? ['The secret stays as it is.'] : []),
    ...(config.oidc.enabled ? [] : ['OpenID Connect is off: start the service with OIDC=on.']),
  ].join('\n');
}

function detailsText(client: OidcClient, { publicUrl }: Config) {
  const demands = [client.requirePushedRequests && 'pushed', client.requireSignedRequests && 'signed'].filter(Boolean);
  return [
    `Name            ${[client.name, ...Object.values(client.names ?? {})].join(', ')}`,
    `Issuer          ${publicUrl}`,
    `Discovery       ${publicUrl}${oidcPaths.discovery[0]}`,
    `Client id       ${client.id}`,
    `Kind            ${kinds[client.authentication]}, ${client.firstParty ? 'first party' : 'third party'}`,
    ...client.redirectUris.map((uri) => `Redirect URI    ${uri}`),
    ...client.postLogoutRedirectUris.map((uri) => `After sign-out  ${uri}`),
    ...(client.backchannelLogoutUri ? [`Logout call     ${client.backchannelLogoutUri}`] : []),
    ...(client.loginUri ? [`Sign-in starts  ${client.loginUri}`] : []),
    ...(demands.length > 0 ? [`Requests        must be ${demands.join(' and ')}`] : []),
  ].join('\n');
}
