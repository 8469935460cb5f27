import type { Command } from 'commander';
import type { SentNotice } from '../../parts/notices/notices.ts';
import { stoppedNotice, stoppedValues } from '../../parts/recovery/recovery.ts';
import { type CommandContext, examples, recordActIn, withStores } from '../command.ts';
import { noticesText, sendOperatorNotice } from './operator-notices.ts';
import { findPerson, nameOf, personArgument, personHelp } from './person.ts';

/** `foyer people stop-change`: ends the waiting changes of contacts, which then do not take place. */
export function addStopChange(people: Command, context: CommandContext) {
  people
    .command(`stop-change ${personArgument}`)
    .description('stop the changes of number and address, and the recovery, that wait; people show lists them')
    .addHelpText('after', personHelp + examples('people stop-change mei@example.com'))
    .action(async (typed: string) => {
      const { account, stopped } = await withStores(context, async (stores) => {
        const found = await findPerson(stores, typed);
        const { ouid } = found;
        const kinds = (await stores.waitingContactChanges.stopAll(ouid)).map(({ kind }) => kind);
        const act = { command: 'people stop-change', by: context.by(), account: ouid };
        for (const kind of kinds) await recordActIn(stores, { ...act, type: stoppedNotice(kind), details: { kind } });
        return { account: found, stopped: kinds };
      });
      const notices: SentNotice[] = [];
      for (const kind of new Set(stopped.map(stoppedNotice)))
        notices.push(...(await sendOperatorNotice(context, account, kind, stoppedValues(kind, 'stoppedByStaff'))));
      const text =
        stopped.length > 0
          ? `Stopped the changes of ${nameOf(account)} that waited: ${stopped.join(', ')}.\n${noticesText(notices)}`
          : `No change of ${nameOf(account)} waits.`;
      context.print(text, { account: account.ouid, stopped, notices });
    });
}
