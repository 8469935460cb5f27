import { personalDataJson } from '../../store/accounts/personal-data.ts';
import { type CommandContext, CommandError, recordActIn, withStores } from '../command.ts';
import { sendOperatorNotice } from './operator-notices.ts';
import { findPerson } from './person.ts';

/** Writes everything that is stored about one person, as the account page exports it. */
export async function exportPerson(context: CommandContext, typed: string, hasOtherOptions: boolean) {
  if (hasOtherOptions)
    throw new CommandError('--format and --with-password-hashes are for all accounts: one person is exported as JSON');
  const { account, text } = await withStores(context, async (stores, { clock }) => {
    const found = await findPerson(stores, typed);
    const act = { command: 'people export', by: context.by(), account: found.ouid, details: { format: 'json' } };
    await recordActIn(stores, { ...act, type: 'dataExported' });
    return { account: found, text: personalDataJson(await stores.personalData.read(found), clock.now()) };
  });
  await sendOperatorNotice(context, account, 'dataExported');
  await context.write(`${text}\n`);
}
