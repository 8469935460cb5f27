import { languages } from '@foyer/contract/language';
import { days } from '@foyer/contract/time';
import { type Command, Option } from 'commander';
import { peopleImport } from './person.ts';
import { createClock } from '../../platform/clock.ts';
import { random } from '../../platform/random.ts';
import { peopleStore, uniqueNamesOf } from '../../store/accounts/people.ts';
import { type CommandContext, CommandError, examples, recordAct, withDatabase } from '../command.ts';
import { givenFor } from '../attribute-rules.ts';
import { readDeclared } from './import-file.ts';
import { takenText } from './import-people.ts';
import { namedValues } from './named-values.ts';
import { nameOf } from './person.ts';
import { type PersonFields, attributeField, readPerson } from './person-fields.ts';

interface Options {
  mobile?: string;
  email?: string;
  name?: string;
  latinName?: string;
  language?: string;
  sub?: string;
  externalId?: string;
  passwordHash?: string;
  role?: string[];
  group?: string[];
  set?: string[];
}

const collect = (value: string, before: string[] = []) => [...before, value];

/** `foyer people add`: one person, as an import adds many. */
export function addAdd(people: Command, context: CommandContext) {
  people
    .command('add')
    .description('add a person, who then signs in by a code, or sets a password by "Forgot password?"')
    .option('--mobile <number>', 'it counts as verified: make sure that it is theirs')
    .option('--email <address>', 'the same')
    .option('--name <name>', 'the name')
    .option('--latin-name <name>', 'the name in Latin letters')
    .addOption(new Option('--language <language>', 'of notices').choices(languages))
    .option('--sub <id>', 'the id that applications get, of another provider; a new one if it is not given')
    .option('--external-id <id>', 'the id in another system of yours')
    .option('--password-hash <hash>', 'a hash of another system, as import takes it')
    .option('--role <application=role>', 'may be repeated', collect)
    .option('--group <application=group>', 'may be repeated', collect)
    .option('--set <attribute=value>', 'may be repeated, also for the texts of a list', collect)
    .addHelpText(
      'after',
      examples(
        'people add --mobile 13800138000 --name 林爱丽 --role contracts=editor',
        'people add --email mei@example.com --sub auth0|65f1c0de9a --set department=Sales',
      ),
    )
    .action(async (options: Options) => {
      const account = await withDatabase(context, async ({ sql, time }) => {
        const clock = await createClock(time);
        return sql.transaction(async (tx) => {
          const declared = await readDeclared(tx);
          const attributes = [...namedValues(options.set ?? [])].map(([name, texts]) => {
            const attribute = declared.attributes.find((one) => one.name === name);
            return [attributeField({ name }), attribute ? givenFor(attribute, texts) : texts];
          });
          const fields: PersonFields = {
            mobile: options.mobile,
            email: options.email,
            name: options.name,
            latin_name: options.latinName,
            language: options.language,
            sub: options.sub,
            external_id: options.externalId,
            password_hash: options.passwordHash,
            roles: options.role && Object.fromEntries(namedValues(options.role)),
            groups: options.group && Object.fromEntries(namedValues(options.group)),
            ...Object.fromEntries(attributes),
          };
          const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
          const read = readPerson(given, { assumeVerified: true, now: clock.now(), declared });
          if ('problem' in read) throw new CommandError(read.problem);
          const store = peopleStore(tx, clock, random);
          const names = uniqueNamesOf(read.person);
          const [taken] = await store.takenNames(names);
          if (taken !== undefined) throw new CommandError(takenText(taken));
          const [ouid] = await store.add([read.person], undefined, clock.now() + days(peopleImport.passwordDays));
          if (ouid === undefined) throw new CommandError(takenText(names[0] ?? ''));
          await recordAct(tx, clock, {
            command: 'people add',
            by: context.by(),
            account: ouid,
            type: 'accountCreated',
          });
          return { ...read.person, ouid };
        });
      });
      context.print(`Added ${nameOf(account)}, with the id ${account.ouid}.`, { account: account.ouid });
    });
}
