import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Database } from '../../database/database.ts';
import { type Clock, createClock } from '../../platform/clock.ts';
import { random } from '../../platform/random.ts';
import { peopleImport } from './person.ts';
import { attributeStore } from '../../store/accounts/attributes.ts';
import { peopleStore } from '../../store/accounts/people.ts';
import { type CommandContext, CommandError, examples, recordAct, withDatabase } from '../command.ts';
import { addAccess } from './access.ts';
import { addAdd } from './add.ts';
import { addAudit } from './audit.ts';
import { addChangeContact } from './change-contact.ts';
import { addClose } from './close.ts';
import { exportFormats, exportPeople } from './export-people.ts';
import { exportPerson } from './export-person.ts';
import { addFindAndShow } from './find-and-show.ts';
import { importFile } from './import-file.ts';
import type { ImportResult } from './import-people.ts';
import { addMerge } from './merge.ts';
import { personFields } from './person-fields.ts';
import type { Chunks } from './read-lines.ts';
import { addResetSecondFactor } from './reset-second-factor.ts';
import { addRoles } from './roles.ts';
import { addSet } from './set.ts';
import { addStopChange } from './stop-change.ts';

interface ImportOptions {
  dryRun?: true;
  assumeVerified?: true;
  fromStart?: true;
  passwordDays: number;
}

interface PasswordOptions {
  end?: true;
}

interface ExportOptions {
  format: (typeof exportFormats)[number];
  withPasswordHashes?: true;
}

/** `foyer people`: looking after accounts, and bringing them from another system and to one. */
export function addPeopleCommand(program: Command, context: CommandContext) {
  const people = program.command('people').description('the accounts of people');
  addFindAndShow(people, context);
  addAdd(people, context);
  addAccess(people, context);
  addResetSecondFactor(people, context);
  addChangeContact(people, context);
  addStopChange(people, context);
  addClose(people, context);
  addMerge(people, context);
  addRoles(people, context);
  addSet(people, context);
  addAudit(people, context);

  people
    .command('import <file>')
    .description('add the people of a file of CSV or JSON lines, or of the standard input (-)')
    .option('--dry-run', 'check every line and store nothing')
    .option('--assume-verified', 'mobile numbers and e-mail addresses without a flag are verified')
    .option('--from-start', 'do not continue where an earlier import of the file was interrupted')
    .option(
      '--password-days <days>',
      'how long imported passwords are accepted',
      passwordDays,
      peopleImport.passwordDays,
    )
    .addHelpText(
      'after',
      `\nFields: ${personFields.join(', ')}, and attributes.NAME for each attribute (foyer attributes list)`,
    )
    .addHelpText(
      'after',
      examples('people import ./people.csv --dry-run', 'people import ./people.jsonl 2> refused.txt'),
    )
    .action(async (file: string, options: ImportOptions) => {
      const chunks = file === '-' ? context.stdin : await openFile(resolve(context.cwd, file));
      const result = await withPeople(context, (database, clock) =>
        importFile(database, clock, chunks, {
          dryRun: options.dryRun === true,
          assumeVerified: options.assumeVerified === true,
          fromStart: options.fromStart === true,
          by: context.by(),
          passwordDays: options.passwordDays,
          onRefused: (line, reason) => context.printProblem(`line ${line}: ${reason}`, { line, reason }),
        }),
      );
      context.print(resultText(result, options), { ...result, dryRun: options.dryRun === true });
      if (result.refused > 0) throw new CommandError(`Lines that were refused: ${result.refused}`);
    });

  people
    .command('passwords')
    .description('show how many imported passwords are left, until people have signed in with them')
    .option('--end', 'end them now: these people sign in by a code and set a new password')
    .addHelpText('after', examples('people passwords', 'people passwords --end'))
    .action(({ end }: PasswordOptions) =>
      withPeople(context, async ({ sql }, clock) => {
        const { left, until } = await peopleStore(sql, clock, random).importedPasswords();
        if (end)
          await sql.transaction(async (tx) => {
            await peopleStore(tx, clock, random).endImportedPasswords();
            await recordAct(tx, clock, { command: 'people passwords --end', by: context.by() });
          });
        context.print(passwordsText(left, until, end === true), {
          left: end ? 0 : left,
          ...(until && { until }),
          ...(end && { ended: left }),
        });
      }),
    );

  people
    .command('export [person]')
    .description(
      'write all accounts to the standard output, in the format that import reads; of one person, all data as JSON',
    )
    .addOption(new Option('--format <format>', 'format of the output').choices(exportFormats).default('jsonl'))
    .option('--with-password-hashes', 'write the password hashes too')
    .addHelpText(
      'after',
      examples(
        'people export > people.jsonl',
        'people export --format csv > people.csv',
        'people export mei@example.com > mei.json',
      ),
    )
    .action((person: string | undefined, { format, withPasswordHashes }: ExportOptions, own: Command) => {
      const isDefault = own.getOptionValueSource('format') === 'default' && !withPasswordHashes;
      if (person !== undefined) return exportPerson(context, person, !isDefault);
      return withPeople(context, async ({ sql }, clock) => {
        const attributes = await attributeStore(sql).all();
        const options = { format, withPasswordHashes: withPasswordHashes === true, attributes, write: context.write };
        const command = withPasswordHashes ? 'people export --with-password-hashes' : 'people export';
        await recordAct(sql, clock, { command, by: context.by() });
        await exportPeople(peopleStore(sql, clock, random), options);
      });
    });
}

function withPeople<Result>(context: CommandContext, work: (database: Database, clock: Clock) => Promise<Result>) {
  return withDatabase(context, async (database) => work(database, await createClock(database.time)));
}

async function openFile(path: string): Promise<Chunks> {
  const found = await stat(path).catch(() => undefined);
  if (!found || found.isDirectory()) throw new CommandError(`${path} cannot be read: give the path of a file`);
  return createReadStream(path, { highWaterMark: 256 * 1024 });
}

function passwordDays(value: string): number {
  if (!/^\d{1,3}$/.test(value) || Number(value) < 1 || Number(value) > peopleImport.maxPasswordDays)
    throw new InvalidArgumentError(`give a number from 1 to ${peopleImport.maxPasswordDays}`);
  return Number(value);
}

function passwordsText(left: number, until: Date | undefined, ended: boolean) {
  if (!until) return 'No imported password is left: a wrong password is answered at once.';
  return ended
    ? `Ended ${left} imported passwords. These people sign in by a code and set a new password.`
    : `Imported passwords left: ${left}. The last of them expires at ${until.toISOString()}.`;
}

function resultText(
  { imported, refused, doneBefore, namesLeftOut }: ImportResult,
  { dryRun: isDryRun }: ImportOptions,
) {
  return [
    isDryRun ? `Would import ${imported} people; nothing was stored.` : `Imported ${imported} people.`,
    ...(doneBefore > 0 ? [`Lines that an earlier import has done: ${doneBefore}.`] : []),
    ...(namesLeftOut > 0 ? [`Names left out because they are not verified: ${namesLeftOut}.`] : []),
    ...(refused > 0 ? [`Lines refused: ${refused}.`] : []),
  ].join('\n');
}
