import type { Command } from 'commander';
import { accountRoles as limits } from './role-rules.ts';
import type { AccountRoles } from '../../store/accounts/account-roles.ts';
import { type CommandContext, CommandError, examples, recordActIn, withStores } from '../command.ts';
import { findPerson, nameOf, personArgument, personHelp } from './person.ts';
import { roleProblem } from './role-rules.ts';

interface Options {
  role?: string[];
  group?: string[];
}

const collect = (value: string, before: string[] = []) => [...before, value];

/** `foyer people grant` and `revoke`: what a person is at an application. */
export function addRoles(people: Command, context: CommandContext) {
  const add = (
    name: 'grant' | 'revoke',
    does: string,
    change: (before: AccountRoles, options: Options) => AccountRoles,
  ) =>
    people
      .command(`${name} ${personArgument} <application>`)
      .description(does)
      .option('--role <role>', 'may be repeated', collect)
      .option('--group <group>', 'may be repeated', collect)
      .addHelpText(
        'after',
        personHelp + examples(`people ${name} 13800138000 contracts --role editor --role auditor --group sales`),
      )
      .action(async (typed: string, client: string, options: Options) => {
        const { account, now } = await withStores(context, async (stores) => {
          const found = await findPerson(stores, typed);
          const { ouid } = found;
          if (!(await stores.oidcClients.find(client)))
            throw new CommandError(`${client}: there is no such application`);
          await stores.accounts.lockRow(ouid);
          const after = change(await stores.accountRoles.find(ouid, client), options);
          await stores.accountRoles.put(ouid, after);
          const details = { client, roles: options.role ?? [], groups: options.group ?? [] };
          await recordActIn(stores, { command: `people ${name}`, by: context.by(), account: ouid, details });
          return { account: found, now: after };
        });
        context.print(`${nameOf(account)} at ${client}: ${rolesText(now)}`, { account: account.ouid, ...now });
      });

  add('grant', 'give a person roles and groups at an application, which gets them as claims', (before, options) => {
    const given = [...(options.role ?? []), ...(options.group ?? [])];
    if (given.length === 0) throw new CommandError('give --role or --group');
    const after = {
      ...before,
      roles: union(before.roles, options.role),
      groups: union(before.groups, options.group),
    };
    const problem = given.map(roleProblem).find(Boolean);
    if (problem) throw new CommandError(problem);
    if (Math.max(after.roles.length, after.groups.length) > limits.max)
      throw new CommandError(`a person has at most ${limits.max} roles and ${limits.max} groups at an application`);
    return after;
  });

  add('revoke', 'take roles and groups at an application away; all of them if none is named', (before, options) => {
    if (!options.role && !options.group) return { ...before, roles: [], groups: [] };
    const missing =
      options.role?.find((role) => !before.roles.includes(role)) ??
      options.group?.find((group) => !before.groups.includes(group));
    if (missing !== undefined)
      throw new CommandError(`the person has no ${missing} at ${before.client}, but ${rolesText(before)}`);
    return {
      ...before,
      roles: before.roles.filter((role) => !options.role?.includes(role)),
      groups: before.groups.filter((group) => !options.group?.includes(group)),
    };
  });
}

const union = (before: readonly string[], more: readonly string[] = []) =>
  [...new Set([...before, ...more])].toSorted();

export const rolesText = ({ roles, groups }: AccountRoles) =>
  [
    ...(roles.length > 0 ? [`roles ${roles.join(', ')}`] : []),
    ...(groups.length > 0 ? [`groups ${groups.join(', ')}`] : []),
  ].join('; ') || 'no roles and no groups';
