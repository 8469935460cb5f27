import { closure } from '@foyer/contract/limits';
import { days } from '@foyer/contract/time';
import type { Command } from 'commander';
import { startClosure } from '../../parts/account-closure/start-closure.ts';
import { signOutEverywhere } from '../../parts/sign-in/sign-out-everywhere.ts';
import type { Account } from '../../store/accounts/accounts.ts';
import { operatorContext } from '../../store/audit.ts';
import type { Stores } from '../../store/stores.ts';
import { type CommandContext, CommandError, examples, recordActIn, withStores } from '../command.ts';
import { noticesText, sendOperatorNotice } from './operator-notices.ts';
import { dryRunEnd, findPerson, nameOf, personArgument, personHelp, timeText, yesFlag, yesHelp } from './person.ts';

interface Options {
  now?: boolean;
  yes?: boolean;
}

const delay = `${closure.delay / days(1)} days`;

/** `foyer people close`: for a person who asks for it and cannot sign in. */
export function addClose(people: Command, context: CommandContext) {
  people
    .command(`close ${personArgument}`)
    .description(`close an account: it is erased after ${delay}, unless the person signs in and keeps it`)
    .option('--now', 'erase it at once')
    .option(yesFlag, yesHelp)
    .addHelpText('after', personHelp + examples('people close 13800138000', 'people close 13800138000 --now --yes'))
    .action(async (typed: string, { now = false, yes = false }: Options) => {
      const { account, closesAt } = await withStores(context, async (stores, { clock }) => {
        const found = await findPerson(stores, typed);
        if (found.closesAt && !now)
          throw new CommandError(
            `${nameOf(found)}: it is to be erased on ${timeText(found.closesAt)} already; --now erases it at once`,
          );
        const due = new Date(clock.now() + (now ? 0 : closure.delay));
        if (!yes) return { account: found, closesAt: due };
        const details = { command: now ? 'people close --now' : 'people close', by: context.by() };
        if (now) await eraseNow(stores, found, details);
        const start = () => startClosure(stores, found.ouid, operatorContext, details);
        return { account: found, closesAt: now ? due : ((await start()) ?? due) };
      });
      const name = nameOf(account);
      const data = { account: account.ouid, dryRun: !yes, erased: now && yes, closesAt: now ? null : closesAt };
      if (!yes) {
        const plan = now
          ? `Would erase ${name} and everything that belongs to the account, at once. This cannot be undone.`
          : `Would sign ${name} out everywhere and erase the account on ${timeText(closesAt)}, unless the person keeps it.`;
        context.print(`${plan}\n${dryRunEnd}`, { ...data, notices: [] });
        return;
      }
      const notices = now
        ? await sendOperatorNotice(context, account, 'accountErased')
        : await sendOperatorNotice(context, account, 'closureRequested', { closesAt });
      const done = now
        ? `Erased ${name}. The audit trail stays, under the id ${account.ouid}.`
        : `Closed ${name}: signed out everywhere, to be erased on ${timeText(closesAt)}.`;
      context.print(`${done}\n${noticesText(notices)}`, { ...data, notices });
    });
}

export async function eraseNow(
  stores: Stores,
  { ouid }: Pick<Account, 'ouid'>,
  details: { command: string; by: string },
) {
  // A sign-in locks the row of the account before its sessions, too.
  await stores.accounts.lockRow(ouid, 'update');
  await signOutEverywhere(stores, ouid);
  await stores.accounts.erase(ouid);
  await recordActIn(stores, { ...details, account: ouid, type: 'accountErased' });
}
