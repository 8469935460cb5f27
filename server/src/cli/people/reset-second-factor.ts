import type { Command } from 'commander';
import type { Config } from '../../config/config.ts';
import { resetSecondFactor } from '../../parts/stored-factor/reset-second-factor.ts';
import { waysIn } from '../../parts/sign-in/ways-in.ts';
import type { Clock } from '../../platform/clock.ts';
import type { AccountWithAgreement } from '../../store/accounts/accounts.ts';
import type { Stores } from '../../store/stores.ts';
import { type CommandContext, CommandError, examples, recordActIn, withStores } from '../command.ts';
import { noticesText, sendOperatorNotice } from './operator-notices.ts';
import { dryRunEnd, findPerson, nameOf, personArgument, personHelp, table, yesFlag, yesHelp } from './person.ts';

interface Options {
  passkeys?: boolean;
  yes?: boolean;
}

type Factors = Awaited<ReturnType<typeof factorsOf>>;

interface Reset {
  stores: Stores;
  config: Config;
  clock: Clock;
}

/** `foyer people reset-second-factor`: for a person who has lost the phone. */
export function addResetSecondFactor(people: Command, context: CommandContext) {
  people
    .command(`reset-second-factor ${personArgument}`)
    .description('switch the second factor off; remove authenticator app, backup codes and trusted browsers')
    .option('--passkeys', 'remove the passkeys too')
    .option(yesFlag, yesHelp)
    .addHelpText(
      'after',
      personHelp +
        examples('people reset-second-factor 13800138000', 'people reset-second-factor 13800138000 --passkeys --yes'),
    )
    .action(async (typed: string, { passkeys = false, yes = false }: Options) => {
      const { account, factors, changed } = await withStores(context, async (stores, { config, clock }) => {
        const found = await findPerson(stores, typed);
        await stores.accounts.lockRow(found.ouid);
        const has = await factorsOf(stores, found);
        const isAny = has.secondFactor || has.authenticator || has.backupCodes + has.trustedBrowsers > 0;
        const changes = isAny || (passkeys && has.passkeys > 0);
        if (yes && changes) {
          await reset({ stores, config, clock }, found, passkeys);
          const command = passkeys ? 'people reset-second-factor --passkeys' : 'people reset-second-factor';
          const act = { command, by: context.by(), account: found.ouid };
          await recordActIn(stores, { ...act, type: 'secondFactorReset' });
          // It would remove what the person sets up next. The notice of the reset says enough.
          const [recovery] = await stores.waitingContactChanges.stopAll(found.ouid, 'secondFactor');
          if (recovery) await recordActIn(stores, { ...act, type: 'recoveryStopped' });
        }
        return { account: found, factors: has, changed: changes };
      });
      const data = { account: account.ouid, dryRun: !yes, changed: yes && changed, before: factors, passkeys };
      if (!changed) {
        context.print(`${nameOf(account)} has no second factor: there is nothing to reset.`, { ...data, notices: [] });
        return;
      }
      const notices = yes ? await sendOperatorNotice(context, account, 'secondFactorReset') : [];
      const first = yes
        ? `Reset the second factor of ${nameOf(account)}.`
        : `Would reset the second factor of ${nameOf(account)}:`;
      const last = yes ? noticesText(notices) : dryRunEnd;
      context.print([first, planText(factors, passkeys), last].join('\n'), { ...data, notices });
    });
}

async function factorsOf(stores: Stores, { ouid, secondFactor }: AccountWithAgreement) {
  return {
    secondFactor,
    authenticator: (await stores.authenticators.find(ouid)) !== undefined,
    backupCodes: (await stores.backupCodes.summary(ouid))?.left ?? 0,
    trustedBrowsers: (await stores.trustedBrowsers.listByAccount(ouid, {})).length,
    passkeys: (await stores.passkeys.listByAccount(ouid)).length,
  };
}

async function reset({ stores, config, clock }: Reset, { ouid }: AccountWithAgreement, withPasskeys: boolean) {
  await resetSecondFactor({ stores, config, clock }, ouid);
  if (!withPasskeys) return;
  await stores.passkeys.removeAll(ouid);
  const { sms, mail } = config.messaging;
  const messenger = { sms: sms.provider !== 'none', mail: mail.provider !== 'none' };
  if ((await waysIn({ config, messenger, stores }, ouid)).length === 0)
    throw new CommandError('The passkeys are the only way into this account: repeat the command without --passkeys');
}

function planText({ secondFactor, authenticator, backupCodes, trustedBrowsers, passkeys }: Factors, remove: boolean) {
  const removed = (count: number) => (count > 0 ? `${count}, removed` : 'none');
  return table([
    ['  Second factor', secondFactor ? 'on, switched off' : 'off'],
    ['  Authenticator app', authenticator ? 'removed' : 'none'],
    ['  Backup codes', removed(backupCodes)],
    ['  Trusted browsers', removed(trustedBrowsers)],
    ['  Passkeys', passkeys > 0 && !remove ? `${passkeys}, kept (--passkeys removes them)` : removed(passkeys)],
  ]);
}
