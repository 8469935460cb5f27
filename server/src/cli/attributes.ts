import { type Language, languages } from '@foyer/contract/language';
import { type Command, Option } from 'commander';
import { type Attribute, labelIn } from '../store/accounts/attributes.ts';
import { attributeTypes } from '../store/schema/attribute-schema.ts';
import type { Stores } from '../store/stores.ts';
import { attributeProblem } from './attribute-rules.ts';
import { type CommandContext, CommandError, examples, recordActIn, withStores } from './command.ts';
import { dryRunEnd, yesFlag, yesHelp } from './people/person.ts';

interface Options {
  type?: Attribute['type'];
  scope?: string;
  label?: string;
  labelZh?: string;
  labelEn?: string;
  thirdParty?: boolean;
}

const labelOptions = { 'zh-CN': 'labelZh', 'en-US': 'labelEn' } as const satisfies Record<Language, keyof Options>;

/** `foyer attributes`: what the operator keeps about people, and who gets it. */
export function addAttributesCommand(program: Command, context: CommandContext) {
  const attributes = program
    .command('attributes')
    .description('what you keep about people beside the account, such as a department; applications get it as claims');

  attributes
    .command('put <name>')
    .description('declare an attribute, or change who gets it; the name is that of the claim')
    .addOption(new Option('--type <type>', 'what its values are').choices(attributeTypes))
    .option('--scope <scope>', 'with which applications ask for it')
    .option('--label <text>', 'what people read that it is; the name if it is not given')
    .option('--label-zh <text>', 'the same on Chinese pages, if it is another one')
    .option('--label-en <text>', 'the same on English pages, if it is another one')
    .option('--third-party', 'applications of someone else may ask the person for it too')
    .option('--no-third-party', 'it is for your own applications alone')
    .addHelpText(
      'after',
      examples(
        'attributes put department --type string --scope employment --label Department --label-zh 部门',
        'attributes put skills --type strings --scope employment --third-party',
        'attributes put department --no-third-party',
      ),
    )
    .action(async (name: string, options: Options) => {
      const attribute = await withStores(context, async (stores, { clock }) => {
        const before = await stores.attributes.find(name);
        const put = merged(name, options, before, new Date(clock.now()));
        await check(stores, put, before);
        await stores.attributes.put(put);
        await record(stores, 'attributes put', name);
        return put;
      });
      context.print(lineOf(attribute), shown(attribute));
    });

  attributes
    .command('list')
    .description('list all attributes')
    .addHelpText('after', examples('attributes list', 'attributes list --json'))
    .action(async () => {
      const all = await withStores(context, (stores) => stores.attributes.all());
      context.print(all.map(lineOf).join('\n') || 'No attribute has been declared yet.', all.map(shown));
    });

  attributes
    .command('remove <name>')
    .description('remove an attribute and all its values')
    .option(yesFlag, yesHelp)
    .addHelpText('after', examples('attributes remove department', 'attributes remove department --yes'))
    .action(async (name: string, { yes = false }: { yes?: boolean }) => {
      const people = await withStores(context, async (stores) => {
        if (!(await stores.attributes.find(name))) throw new CommandError(`${name}: there is no such attribute`);
        const having = await stores.attributes.countValues(name);
        if (yes) {
          await stores.attributes.remove(name);
          await record(stores, 'attributes remove', name);
        }
        return having;
      });
      const text = yes
        ? `Removed ${name}, which ${people} people had.`
        : `Would remove ${name}, which ${people} people have.\n${dryRunEnd}`;
      context.print(text, { name, people, dryRun: !yes });
    });

  const record = (stores: Stores, command: string, attribute: string) =>
    recordActIn(stores, { command, by: context.by(), details: { attribute } });
}

function merged(name: string, options: Options, before: Attribute | undefined, now: Date): Attribute {
  const type = options.type ?? before?.type;
  const scope = options.scope ?? before?.scope;
  if (type === undefined || scope === undefined) throw new CommandError(`${name} is new: give --type and --scope`);
  const labels = languages.flatMap((language) => {
    const label = options[labelOptions[language]] ?? before?.labels?.[language];
    return label === undefined ? [] : [[language, label] as const];
  });
  return {
    name,
    type,
    scope,
    label: options.label ?? before?.label ?? name,
    labels: labels.length > 0 ? Object.fromEntries(labels) : null,
    thirdParty: options.thirdParty ?? before?.thirdParty ?? false,
    createdAt: before?.createdAt ?? now,
  };
}

async function check(stores: Stores, attribute: Attribute, before: Attribute | undefined) {
  const { name, type, scope } = attribute;
  const problem = attributeProblem(attribute);
  if (problem) throw new CommandError(problem);
  const api = (await stores.oidcApis.all()).find(({ scopes }) => scopes.includes(scope));
  if (api) throw new CommandError(`${scope} is a scope of the API ${api.audience}: give another one`);
  if (before && before.type !== type && (await stores.attributes.countValues(name)) > 0)
    throw new CommandError(`${name} has values of the type ${before.type}: remove it first, with them`);
}

const shown = ({ name, type, scope, label, labels, thirdParty }: Attribute) => ({
  name,
  type,
  scope,
  label,
  ...(labels && { labels }),
  thirdParty,
});

const lineOf = (attribute: Attribute) => {
  const labels = [...new Set(languages.map((language) => labelIn(language, attribute)))];
  const { name, type, scope, thirdParty } = attribute;
  return [name, type, scope, thirdParty ? 'third party too' : 'first party', ...labels].join('  ');
};
