import { webhookEventTypes, type WebhookEventType } from '@foyer/contract/events/webhook-events';
import { hours } from '@foyer/contract/time';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { newWebhookSecret, sealWebhookSecret } from '../../parts/webhooks/webhook-message.ts';
import { random } from '../../platform/random.ts';
import { webhooks as limits } from '../../store/webhooks/limits.ts';
import { clientIdProblem } from '../client-rules.ts';
import { type CommandContext, CommandError, examples } from '../command.ts';
import { addDeliveryCommands } from './deliveries.ts';
import { endpointText, summary, urlProblem } from './endpoint-texts.ts';
import { type Dependencies, findEndpoint, withEndpoints } from './with-endpoints.ts';

interface EndpointOptions {
  url?: string;
  event?: WebhookEventType[];
  allEvents?: true;
  personalData?: boolean;
  enable?: true;
  disable?: true;
}

/** `foyer webhooks`: where events of people, companies and applications are sent. */
export function addWebhooksCommand(program: Command, context: CommandContext) {
  const webhooks = program
    .command('webhooks')
    .description('endpoints that are told what happens to people and companies');

  addOptions(webhooks.command('add <id>').description('add an endpoint; the secret of its signatures is printed once'))
    .requiredOption('--url <url>', 'where events are sent, https')
    .option('--personal-data', 'send the name, mobile number and e-mail address of the person as well')
    .addHelpText(
      'after',
      examples(
        'webhooks add crm --url https://crm.example.com/foyer',
        'webhooks add billing --url https://billing.example.com/hook --event person.registered --event person.erased',
      ),
    )
    .action((id: string, { url = '', event = [], personalData = false }: EndpointOptions) =>
      run(async (dependencies) => {
        const { stores, clock, config, record } = dependencies;
        const problem = clientIdProblem(id) ?? urlProblem(url, config);
        if (problem) throw new CommandError(problem);
        const secret = newWebhookSecret(random);
        const endpoint = {
          id,
          url,
          types: event,
          personalData,
          encryptedSecret: seal(dependencies, id, secret),
          createdAt: new Date(clock.now()),
        };
        if (!(await stores.webhookEndpoints.add(endpoint)))
          throw new CommandError(`${id} exists: change it by webhooks change ${id}`);
        await record('webhooks add', id);
        const added = await findEndpoint(stores, id);
        context.print(`${endpointText(added)}\nSecret          ${secret}`, { ...summary(added), secret });
      }),
    );

  addOptions(webhooks.command('change <id>').description('change what the options name; the rest stays as it is'))
    .option('--url <url>', 'where events are sent, https')
    .addOption(new Option('--all-events', 'send all events, also those of later versions').conflicts('event'))
    .option('--personal-data', 'send the name, mobile number and e-mail address of the person as well')
    .option('--no-personal-data', 'send ids only')
    .option('--enable', 'send again; what was to be sent meanwhile is sent now')
    .addOption(new Option('--disable', 'send nothing until it is enabled').conflicts('enable'))
    .addHelpText('after', examples('webhooks change crm --enable', 'webhooks change billing --all-events'))
    .action((id: string, { url, event, allEvents, personalData, enable, disable }: EndpointOptions) =>
      run(async ({ stores, config, record }) => {
        const { webhookEndpoints } = stores;
        await findEndpoint(stores, id);
        const problem = url === undefined ? undefined : urlProblem(url, config);
        if (problem) throw new CommandError(problem);
        const types = allEvents ? [] : event;
        await webhookEndpoints.change(id, {
          ...(url !== undefined && { url }),
          ...(types && { types }),
          ...(personalData !== undefined && { personalData }),
        });
        if (enable) await webhookEndpoints.enable(id);
        if (disable) await webhookEndpoints.disable(id, 'operator');
        await record('webhooks change', id);
        const changed = await findEndpoint(stores, id);
        context.print(endpointText(changed), summary(changed));
      }),
    );

  webhooks
    .command('list')
    .description('list all endpoints')
    .addHelpText('after', examples('webhooks list', 'webhooks list --json'))
    .action(() =>
      run(async ({ stores }) => {
        const all = await stores.webhookEndpoints.all();
        context.print(
          all.length > 0 ? all.map(endpointText).join('\n\n') : 'No endpoint has been added yet.',
          all.map(summary),
        );
      }),
    );

  webhooks
    .command('rotate <id>')
    .description('make a new secret, printed once; both sign until the old one ends')
    .option('--overlap <hours>', 'hours that the old secret signs as well, 0 to 720', overlapHours, limits.overlapHours)
    .addHelpText('after', examples('webhooks rotate crm', 'webhooks rotate crm --overlap 0'))
    .action((id: string, { overlap }: { overlap: number }) =>
      run(async (dependencies) => {
        const { stores, clock, record } = dependencies;
        const { encryptedSecret } = await findEndpoint(stores, id);
        const secret = newWebhookSecret(random);
        const previousUntil = overlap > 0 ? new Date(clock.now() + hours(overlap)) : null;
        await stores.webhookEndpoints.setSecret(id, {
          encryptedSecret: seal(dependencies, id, secret),
          previousEncryptedSecret: previousUntil && encryptedSecret,
          previousSecretUntil: previousUntil,
        });
        await record('webhooks rotate', id);
        const until = previousUntil ? `signs as well until ${previousUntil.toISOString()}` : 'signs no more';
        context.print(`Secret          ${secret}\nThe old secret ${until}.`, { id, secret, previousUntil });
      }),
    );

  webhooks
    .command('remove <id>')
    .description('remove an endpoint and the log of its deliveries')
    .addHelpText('after', examples('webhooks remove crm'))
    .action((id: string) =>
      run(async ({ stores, record }) => {
        await findEndpoint(stores, id);
        await stores.webhookEndpoints.remove(id);
        await record('webhooks remove', id);
        context.print(`Removed ${id}.`, { id });
      }),
    );

  addDeliveryCommands(webhooks, context);

  const run = (work: (dependencies: Dependencies) => Promise<void>) => withEndpoints(context, work);
}

const addOptions = (command: Command) =>
  command.option('--event <type>', 'an event that is sent; may be repeated; without it all are', collectTypes);

function collectTypes(type: string, before: WebhookEventType[] = []): WebhookEventType[] {
  const known = webhookEventTypes.find((one) => one === type);
  if (!known) throw new InvalidArgumentError(`give one of ${webhookEventTypes.join(', ')}`);
  return [...before, known];
}

function seal({ encryptionKeys: [newest] }: Dependencies, id: string, secret: string): string {
  if (newest) return sealWebhookSecret(id, secret, newest);
  throw new CommandError('The secret is stored encrypted: set OIDC_ENCRYPTION_SECRETS first');
}

function overlapHours(value: string): number {
  if (!/^\d{1,3}$/.test(value) || Number(value) > 720) throw new InvalidArgumentError('give a number from 0 to 720');
  return Number(value);
}
