import type { Command } from 'commander';
import { peopleImport } from './person.ts';
import { isUniqueViolation } from '../../database/database.ts';
import type { Stores } from '../../store/stores.ts';
import { givenFor, readAttribute } from '../attribute-rules.ts';
import { type CommandContext, CommandError, examples, recordActIn, withStores } from '../command.ts';
import { namedValues } from './named-values.ts';
import { isExternalId } from './person-fields.ts';
import { findPerson, nameOf, personArgument, personHelp } from './person.ts';

/** How the id in another system is named beside the attributes. */
const externalId = 'external_id';

/** `foyer people set`: what the operator keeps about a person. */
export function addSet(people: Command, context: CommandContext) {
  people
    .command(`set ${personArgument} <values...>`)
    .description(`set attributes of a person (foyer attributes list), or the id in another system (${externalId}=…)`)
    .addHelpText(
      'after',
      `${personHelp} A value is given as name=value; for a list the name is repeated; without a value it is removed.` +
        examples(
          'people set 13800138000 department=Sales skills=law skills=tax',
          'people set mei@example.com department=',
        ),
    )
    .action(async (typed: string, values: string[]) => {
      const given = namedValues(values);
      const account = await withStores(context, async (stores) => {
        const found = await findPerson(stores, typed);
        for (const [name, texts] of given) await set(stores, found.ouid, name, texts);
        // The values are personal: the trail has the names alone.
        const details = { attributes: [...given.keys()] };
        await recordActIn(stores, { command: 'people set', by: context.by(), account: found.ouid, details });
        return found;
      });
      const names = [...given.keys()];
      context.print(`Set ${names.join(', ')} of ${nameOf(account)}.`, { account: account.ouid, set: names });
    });
}

async function set({ accounts, attributes }: Stores, account: string, name: string, texts: string[]) {
  const [text = '', ...more] = texts;
  const isRemoved = text === '' && more.length === 0;
  if (name === externalId) {
    if (more.length > 0 || (!isRemoved && !isExternalId(text)))
      throw new CommandError(`${externalId} is not one id of up to ${peopleImport.maxSubjectLength} characters`);
    await accounts.setExternalId(account, isRemoved ? null : text).catch((error: unknown) => {
      if (isUniqueViolation(error)) throw new CommandError(`another account has this ${externalId}`);
      throw error;
    });
    return;
  }
  const attribute = await attributes.find(name);
  if (!attribute) throw new CommandError(`${name}: there is no such attribute: declare it by attributes put ${name}`);
  if (isRemoved) {
    await attributes.clear(account, name);
    return;
  }
  const read = readAttribute(attribute, givenFor(attribute, texts));
  if ('problem' in read) throw new CommandError(read.problem);
  await attributes.set(account, name, read.value);
}
