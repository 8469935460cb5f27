import { mask } from '@foyer/contract/rules/account-rules';
import { readIdNumber } from '@foyer/contract/rules/person-rules';
import type { Command } from 'commander';
import { type CommandContext, CommandError, examples, recordActIn, withStores } from './command.ts';
import { findPerson } from './people/person.ts';

/** `foyer id-numbers`: ID numbers that invited people gave in place of the one on record, for their company to confirm. */
export function addIdNumbersCommand(program: Command, context: CommandContext) {
  const idNumbers = program
    .command('id-numbers')
    .description('ID numbers that invited people gave in place of the one on record');

  idNumbers
    .command('list')
    .description('list the accounts whose new ID number is not confirmed yet')
    .addHelpText('after', examples('id-numbers list', 'id-numbers list --json'))
    .action(() =>
      withStores(context, async ({ realNames }) => {
        const claims = (await realNames.openClaims()).map(({ ouid, mobile, email, claimedAt }) => ({
          account: ouid,
          principal: mask(mobile ?? email ?? ''),
          claimedAt: claimedAt.toISOString(),
        }));
        const lines = claims.map(({ account, principal, claimedAt }) => `${account}  ${principal}  ${claimedAt}`);
        context.print(lines.join('\n') || 'No ID number waits to be confirmed.', claims);
      }),
    );

  idNumbers
    .command('confirm <account> <id-number>')
    .description('put the ID number that the company has confirmed on record, if it is the one that the person gave')
    .addHelpText('after', examples('id-numbers confirm 13800138004 11010119900307123X'))
    .action((typed: string, idNumber: string) =>
      withStores(context, async ({ accounts, audit, realNames }) => {
        const account = await findPerson({ accounts }, typed);
        const claim = { idNumber: readIdNumber(idNumber).toUpperCase() };
        if (!(await realNames.confirmIdNumber(account.ouid, claim)))
          throw new CommandError(`${typed}: this ID number does not wait to be confirmed`);
        await recordActIn({ audit }, { command: 'id-numbers confirm', by: context.by(), account: account.ouid });
        context.print('Confirmed. The person can sign in with its last four characters.', { account: account.ouid });
      }),
    );
}
