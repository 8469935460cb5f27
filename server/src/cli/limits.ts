import { mask, readAccount } from '@foyer/contract/rules/account-rules';
import type { Command } from 'commander';
import { allRecipientQuotaKeys, factorQuotaKeys, passwordQuotaKeys } from '../parts/one-time-code/code-quotas.ts';
import type { Account } from '../store/accounts/accounts.ts';
import type { Stores } from '../store/stores.ts';
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
      const shown = mask(principal.value);
      await withStores(context, async (stores) => {
        const account = await stores.accounts.find(principal);
        // A number without an account can be limited as well, by the codes of a registration.
        await clearLimits(stores, { mobile: null, email: null, ...account, [principal.kind]: principal.value });
        await recordActIn(stores, {
          command: 'limits clear',
          by: context.by(),
          account: account?.ouid,
          type: 'limitsCleared',
          details: { principal: shown },
        });
      });
      context.print(`Cleared the limits of ${shown}. ${limitsThatStay}`, { principal: shown });
    });
}

export const limitsThatStay = 'Limits of a client IP, which other people may share, end by themselves.';

/** Forgets the wrong codes, passwords and ID numbers of a person, the codes sent to them, and the locks that followed. */
export async function clearLimits(
  { quotas, idSuffixAttempts, knownBrowsers, passwordAttempts }: Stores,
  { mobile, email, ouid }: Pick<Account, 'mobile' | 'email'> & { ouid?: string },
) {
  const browserIds = ouid === undefined ? [] : await knownBrowsers.listByAccount(ouid);
  const principals = [mobile, email].filter((name) => name !== null);
  await quotas.clear(allRecipientQuotaKeys({ mobile, email }, browserIds));
  await passwordAttempts.forgetFailures(principals);
  await passwordAttempts.endLocks(principals, ouid);
  if (ouid === undefined) return;
  await quotas.clear([...factorQuotaKeys(ouid, browserIds), ...passwordQuotaKeys(ouid, browserIds)]);
  await idSuffixAttempts.clear(ouid);
}
