import { mask, readAccount } from '@foyer/contract/rules/account-rules';
import type { Command } from 'commander';
import { allRecipientQuotaKeys, factorQuotaKeys } from '../parts/one-time-code/code-quotas.ts';
import { type CommandContext, CommandError, examples, recordActIn, withStores } from './command.ts';

/** `foyer limits`: the limits that keep a person from signing in. */
export function addLimitsCommand(program: Command, context: CommandContext) {
  const limits = program.command('limits').description('limits that keep a person from signing in');

  limits
    .command('clear <account>')
    .description('forget the wrong codes, passwords and ID numbers of a mobile number or e-mail address')
    .addHelpText('after', examples('limits clear 13800138000', 'limits clear alice@example.com'))
    .action(async (typed: string) => {
      const principal = readAccount(typed);
      if (!principal) throw new CommandError(`${typed}: give a mobile number or an e-mail address`);
      await withStores(context.env, async (stores) => {
        const { accounts, quotas, idSuffixAttempts, knownBrowsers, passwordAttempts } = stores;
        const account = await accounts.find(principal);
        // A number without an account can be limited as well, by the codes of a registration.
        const names = { mobile: null, email: null, ...account, [principal.kind]: principal.value };
        const browserIds = account ? await knownBrowsers.listByAccount(account.ouid) : [];
        await quotas.clear(allRecipientQuotaKeys(names, browserIds));
        await passwordAttempts.forgetFailures([names.mobile, names.email].filter((name) => name !== null));
        if (account) {
          await quotas.clear(factorQuotaKeys(account.ouid, browserIds));
          await idSuffixAttempts.clear(account.ouid);
        }
        const details = { principal: mask(principal.value) };
        await recordActIn(stores, { command: 'limits clear', account: account?.ouid, details });
      });
      const shown = mask(principal.value);
      context.print(`Cleared the limits of ${shown}. A lock after wrong passwords from one client IP ends by itself.`, {
        principal: shown,
      });
    });
}
