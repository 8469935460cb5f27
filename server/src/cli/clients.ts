import { hours } from '@foyer/contract/time';
import { InvalidArgumentError, type Command } from 'commander';
import type { Config } from '../config/config.ts';
import { createClock } from '../platform/clock.ts';
import { random } from '../platform/random.ts';
import { sha256 } from '../platform/sha256.ts';
import { peopleStore } from '../store/accounts/people.ts';
import { oidcApiStore } from '../store/oidc/oidc-apis.ts';
import { type OidcClient, oidcClientStore } from '../store/oidc/oidc-clients.ts';
import {
  type ClientOptions,
  type ClientSettings,
  addClientOptions,
  addRemovals,
  readClient,
} from './client-settings.ts';
import { addedText, changedText, detailsText, line, summary } from './client-texts.ts';
import { type CommandContext, CommandError, examples, recordAct, withDatabase } from './command.ts';

/** `foyer clients`: the applications that sign people in here. */
export function addClientsCommand(program: Command, context: CommandContext) {
  const clients = program.command('clients').description('applications that sign people in here by OpenID Connect');

  addClientOptions(clients.command('add <id>').description('add an application; its secret is printed once'))
    .addHelpText(
      'after',
      examples(
        'clients add contracts --first-party --redirect-uri https://contracts.example.com/callback',
        'clients add archive --name Archive --name-zh 档案 --redirect-uri https://archive.example.com/callback',
        'clients add web --public --first-party --redirect-uri https://app.example.com/ --redirect-uri http://localhost:5173/',
        'clients add partner --name "Partner Ltd" --jwks ./partner.jwks.json --redirect-uri https://partner.example/cb',
      ),
    )
    .action(async (id: string, options: ClientOptions) => {
      const settings = await readClient(id, options, context.cwd);
      await run(async (dependencies) => {
        const { config, store, isPerson } = dependencies;
        if (await store.find(id)) throw new CommandError(`${id} exists: change it by clients change ${id}`);
        if (await isPerson(id)) throw new CommandError(`${id} is the id of a person: tokens could not tell them apart`);
        const { client, secret } = await put(dependencies, 'clients add', settings);
        context.print(addedText(client, secret, config), {
          ...summary(client),
          issuer: config.publicUrl,
          ...(secret && { secret }),
        });
      });
    });

  const change = clients.command('change <id>').description('change what the options name; the rest stays as it is');
  addRemovals(addClientOptions(change))
    .addHelpText(
      'after',
      examples(
        'clients change contracts --redirect-uri https://contracts.example.com/callback --redirect-uri http://localhost:4000/callback',
        'clients change archive --name Records --no-login-uri',
      ),
    )
    .action((id: string, options: ClientOptions) =>
      run(async (dependencies) => {
        const { config, store } = dependencies;
        const before = await find(store, id);
        const settings = await readClient(id, options, context.cwd, before);
        const { client, secret } = await put(dependencies, 'clients change', settings, before);
        context.print(changedText(before, client, secret, config), {
          ...summary(client),
          issuer: config.publicUrl,
          ...(secret && { secret }),
        });
      }),
    );

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
        const isPerson = async (id: string) =>
          (await peopleStore(tx, clock, random).takenNames([`sub ${id}`])).size > 0;
        return work({ config, now: clock.now(), store: oidcClientStore(tx), apis: oidcApiStore(tx), isPerson, record });
      });
    });
  }
}

interface Dependencies {
  config: Config;
  now: number;
  store: ReturnType<typeof oidcClientStore>;
  apis: ReturnType<typeof oidcApiStore>;
  /** Whether an account has this id, or had it. */
  isPerson(id: string): Promise<boolean>;
  /** Records a change in the audit trail. */
  record(command: string, client: string): Promise<void>;
}

/** Stores an application, with a new secret if it needs one and has none. */
async function put(
  { now, store, apis, record }: Dependencies,
  command: string,
  settings: ClientSettings,
  before?: OidcClient,
): Promise<{ client: OidcClient; secret: string | undefined }> {
  const hasSecret = settings.authentication === 'secret';
  const secret = hasSecret && !before?.secretHash ? random.token() : undefined;
  await checkApis(apis, settings);
  // A name with a mistake in it would make every token inactive.
  for (const asked of settings.introspects) if (!before?.introspects.includes(asked)) await find(store, asked);
  const client: OidcClient = {
    ...settings,
    secretHash: secret ? sha256(secret) : hasSecret ? before!.secretHash : null,
    previousSecretHash: hasSecret ? (before?.previousSecretHash ?? null) : null,
    previousSecretUntil: hasSecret ? (before?.previousSecretUntil ?? null) : null,
    createdAt: before?.createdAt ?? new Date(now),
  };
  await store.put(client);
  await record(command, settings.id);
  return { client, secret };
}

/** A name with a mistake in it would give a token that the API refuses. */
async function checkApis(apis: Dependencies['apis'], { apiScopes }: ClientSettings) {
  for (const [audience, scopes] of Object.entries(apiScopes)) {
    const api = await apis.find(audience);
    if (!api) throw new CommandError(`${audience}: there is no such API: add it by apis add ${audience}`);
    const unknown = scopes.find((scope) => !api.scopes.includes(scope));
    if (unknown !== undefined)
      throw new CommandError(`${audience} has no scope ${unknown}: it has ${api.scopes.join(', ')}`);
  }
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
