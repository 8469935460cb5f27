import type { Command } from 'commander';
import { createClock } from '../platform/clock.ts';
import { attributeStore } from '../store/accounts/attributes.ts';
import { type OidcApi, oidcApiStore } from '../store/oidc/oidc-apis.ts';
import { oidcClientStore } from '../store/oidc/oidc-clients.ts';
import { reservedScopes, scopeForm } from './attribute-rules.ts';
import { type CommandContext, CommandError, examples, recordAct, withDatabase } from './command.ts';

interface ApiOptions {
  name?: string;
  scope?: string[];
}

const collect = (value: string, before: string[] = []) => [...before, value];

/** `foyer apis`: what applications call with access tokens. */
export function addApisCommand(program: Command, context: CommandContext) {
  const apis = program.command('apis').description('APIs that applications call with access tokens of this service');

  apis
    .command('put <audience>')
    .description('add an API, or change its name and scopes; the audience is a URI of yours that its tokens name')
    .option('--name <name>', 'what operators call it; the audience if it is not given')
    .option('--scope <scope>', 'what a token may allow there; may be repeated', collect)
    .addHelpText(
      'after',
      examples('apis put https://api.example.com --name Contracts --scope contracts:read --scope contracts:write'),
    )
    .action((audience: string, options: ApiOptions) =>
      run(async ({ store, attributes, now, record }) => {
        const before = await store.find(audience);
        const api: OidcApi = {
          audience,
          name: options.name ?? before?.name ?? audience,
          scopes: options.scope ?? before?.scopes ?? [],
          createdAt: before?.createdAt ?? new Date(now),
        };
        const problem = problemOf(api);
        if (problem) throw new CommandError(problem);
        const attribute = (await attributes.all()).find(({ scope }) => api.scopes.includes(scope));
        if (attribute)
          throw new CommandError(
            `${attribute.scope} is the scope of the attribute ${attribute.name}: give another one`,
          );
        await store.put(api);
        await record('apis put', audience);
        context.print(textOf(api), api);
      }),
    );

  apis
    .command('list')
    .description('list all APIs')
    .addHelpText('after', examples('apis list', 'apis list --json'))
    .action(() =>
      run(async ({ store }) => {
        const all = await store.all();
        context.print(all.length > 0 ? all.map(textOf).join('\n') : 'No API has been added yet.', all);
      }),
    );

  apis
    .command('remove <audience>')
    .description('remove an API; no more tokens are made for it')
    .addHelpText('after', examples('apis remove https://api.example.com'))
    .action((audience: string) =>
      run(async ({ store, clients, record }) => {
        if (!(await store.find(audience))) throw new CommandError(`${audience}: there is no such API`);
        const user = (await clients.all()).find(({ apiScopes }) => audience in apiScopes);
        if (user) throw new CommandError(`${user.id} may call it: take that away first, by clients change ${user.id}`);
        await store.remove(audience);
        await record('apis remove', audience);
        context.print(`Removed ${audience}.`, { audience });
      }),
    );

  function run(work: (dependencies: Dependencies) => Promise<void>) {
    return withDatabase(context, async ({ sql, time }) => {
      const clock = await createClock(time);
      return sql.transaction((tx) => {
        const record = (command: string, audience: string) =>
          recordAct(tx, clock, { command, by: context.by(), details: { audience } });
        return work({
          now: clock.now(),
          store: oidcApiStore(tx),
          clients: oidcClientStore(tx),
          attributes: attributeStore(tx),
          record,
        });
      });
    });
  }
}

interface Dependencies {
  now: number;
  store: ReturnType<typeof oidcApiStore>;
  clients: ReturnType<typeof oidcClientStore>;
  attributes: ReturnType<typeof attributeStore>;
  /** Records a change in the audit trail. */
  record(command: string, audience: string): Promise<void>;
}

/** An absolute URI without a fragment: RFC 8707. */
function problemOf({ audience, scopes }: OidcApi): string | undefined {
  if (!URL.canParse(audience) || /[#\s]/.test(audience))
    return `${audience}: give a URI without a fragment, such as https://api.example.com`;
  if (scopes.length === 0) return 'give --scope: what a token may allow there';
  const wrong = scopes.find((scope) => !scopeForm.test(scope) || reservedScopes.includes(scope));
  return wrong === undefined ? undefined : `${wrong}: give a scope of your own without spaces and quotation marks`;
}

const textOf = ({ audience, name, scopes }: OidcApi) => [audience, name, scopes.join(' ')].join('  ');
