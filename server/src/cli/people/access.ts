import type { AuditType } from '@foyer/contract/flows/account';
import type { Command } from 'commander';
import { signOutEverywhere } from '../../parts/sign-in/sign-out-everywhere.ts';
import type { Account } from '../../store/accounts/accounts.ts';
import type { AuditEvent } from '../../store/audit.ts';
import type { Stores } from '../../store/stores.ts';
import { type CommandContext, examples, recordActIn, withStores } from '../command.ts';
import { clearLimits, limitsThatStay } from '../limits.ts';
import { findPerson, nameOf, personArgument, personHelp, timeText } from './person.ts';

/** What a command does to an account, in one transaction with its record; returns what is printed. */
type Act = (
  stores: Stores,
  account: Account,
  record: (type: AuditType, details?: AuditEvent['details']) => Promise<void>,
) => Promise<{ text: string; data: object }>;

/** `foyer people disable`, `enable`, `end-sessions` and `unlock`: whether a person can sign in. */
export function addAccess(people: Command, context: CommandContext) {
  const add = (name: string, description: string, act: Act) =>
    people
      .command(`${name} ${personArgument}`)
      .description(description)
      .addHelpText('after', personHelp + examples(`people ${name} 13800138000`, `people ${name} mei@example.com`))
      .action(async (typed: string) => {
        const { text, data } = await withStores(context, async (stores) => {
          const account = await findPerson(stores, typed);
          const done = { command: `people ${name}`, by: context.by(), account: account.ouid };
          return act(stores, account, (type, details = {}) => recordActIn(stores, { ...done, type, details }));
        });
        context.print(text, data);
      });

  add('disable', 'stop every way into an account, and end what it has open', async (stores, account, record) => {
    const { ouid, disabledAt } = account;
    const changed = await stores.accounts.disable(ouid);
    if (changed) {
      await record('accountDisabled');
      // Who knows what it was proven by may still know it when the account is enabled again.
      const [recovery] = await stores.waitingContactChanges.stopAll(ouid, 'secondFactor');
      if (recovery) await record('recoveryStopped');
      await stores.oidcRecords.endAll(ouid);
    }
    const text = changed
      ? `Disabled ${nameOf(account)}. The person is signed out everywhere, and no application has access.`
      : `${nameOf(account)} is disabled already, since ${timeText(disabledAt)}.`;
    return { text, data: { account: ouid, changed } };
  });

  add('enable', 'let the person of a disabled account sign in again', async (stores, account, record) => {
    const { ouid } = account;
    const changed = await stores.accounts.enable(ouid);
    if (changed) {
      await record('accountEnabled');
      // A request that was under way when the account was disabled may have stored something after that.
      await stores.oidcRecords.endAll(ouid);
    }
    const text = changed
      ? `Enabled ${nameOf(account)}. The person can sign in again; nothing that was ended comes back.`
      : `${nameOf(account)} is not disabled.`;
    return { text, data: { account: ouid, changed } };
  });

  add('end-sessions', 'sign a person out everywhere, also of applications', async (stores, account, record) => {
    const { ouid } = account;
    const { length: sessions } = await stores.sessions.listByAccount(ouid);
    await record('signedOutEverywhere', { sessions });
    await signOutEverywhere(stores, ouid);
    const text = `Ended the sessions of ${nameOf(account)}: ${sessions}. No browser is trusted any more.`;
    return { text, data: { account: ouid, sessions } };
  });

  add('unlock', 'forget the wrong passwords, codes and ID numbers of a person', async (stores, account, record) => {
    const { ouid } = account;
    await clearLimits(stores, account);
    await record('limitsCleared');
    return { text: `Unlocked ${nameOf(account)}. ${limitsThatStay}`, data: { account: ouid } };
  });
}
