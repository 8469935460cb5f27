import type { Command } from 'commander';
import { userHandleOf } from '../../parts/passkey/user-handle.ts';
import { linkedFactor, oneOf, setBySupport } from '../../parts/sign-in/counted-factors.ts';
import { recordNewFactor } from '../../parts/sign-in/new-factors.ts';
import { signOutEverywhere } from '../../parts/sign-in/sign-out-everywhere.ts';
import type { AccountWithAgreement } from '../../store/accounts/accounts.ts';
import type { Stores } from '../../store/stores.ts';
import {
  type CommandContext,
  CommandError,
  type StoreEnvironment,
  examples,
  recordActIn,
  withStores,
} from '../command.ts';
import { type Mergeable, mergeConflicts, mergedFields } from './merge-rules.ts';
import { noticesText, sendOperatorNotice } from './operator-notices.ts';
import { dryRunEnd, findPerson, nameOf, personHelp, table, yesFlag, yesHelp } from './person.ts';

type Moved = ReturnType<typeof movedOf>;

/** `foyer people merge`: for a person who has two accounts. */
export function addMerge(people: Command, context: CommandContext) {
  people
    .command('merge <person> <into>')
    .description('move what belongs to a person from one account into another, and erase the first')
    .option(yesFlag, yesHelp)
    .addHelpText(
      'after',
      personHelp +
        examples('people merge 13800138000 mei@example.com', 'people merge 13800138000 mei@example.com --yes'),
    )
    .action(async (typedFrom: string, typedInto: string, { yes = false }: { yes?: boolean }) => {
      const { from, into, moved, merged } = await withStores(context, async (stores, environment) => {
        const [first, second] = await readBoth(stores, typedFrom, typedInto);
        const conflicts = mergeConflicts(first, second);
        if (conflicts.length > 0) throw new CommandError(conflicts.join('\n'));
        return {
          from: first,
          into: second,
          moved: movedOf(first, second),
          merged: yes ? await merge(stores, environment, first, second) : undefined,
        };
      });
      const names = [nameOf(from.account), nameOf(into.account)] as const;
      const data = { account: into.account.ouid, erased: from.account.ouid, dryRun: !yes, moved };
      const notices = merged ? await sendOperatorNotice(context, merged, 'accountMerged') : [];
      const first = yes ? `Merged ${names[0]} into ${names[1]}:` : `Would merge ${names[0]} into ${names[1]}:`;
      const last = yes ? noticesText(notices) : dryRunEnd;
      context.print([first, movedText(moved, yes ? 'moved' : 'would move'), last].join('\n'), { ...data, notices });
    });

  async function merge(
    stores: Stores,
    { clock, config }: StoreEnvironment,
    first: Mergeable,
    { account: into }: Mergeable,
  ) {
    const { account: from } = first;
    const act = { command: 'people merge', by: context.by(), type: 'accountMerged' } as const;
    await recordActIn(stores, { ...act, account: from.ouid, details: { into: into.ouid } });
    await recordActIn(stores, { ...act, account: into.ouid, details: { from: from.ouid } });
    // Applications learn that the sessions of the first account have ended: they knew the person by its id.
    await signOutEverywhere(stores, from.ouid);
    const merged = await stores.accountMerges.move(
      from.ouid,
      into.ouid,
      mergedFields(from, into),
      userHandleOf(from.ouid),
    );
    // As a contact that support has set: who had the accounts merged may be the thief of one factor.
    for (const factor of factorsOf(first))
      await recordNewFactor({ clock, config, stores }, into.ouid, factor, [setBySupport]);
    // It would remove the passkeys that have moved.
    const [recovery] = await stores.waitingContactChanges.stopAll(into.ouid, 'secondFactor');
    if (recovery) await recordActIn(stores, { ...act, account: into.ouid, type: 'recoveryStopped' });
    await stores.accounts.erase(from.ouid);
    await recordActIn(stores, { ...act, account: from.ouid, type: 'accountErased' });
    return merged;
  }
}

/** Reads both accounts after they are locked, in one order: two merges never wait for each other. */
async function readBoth(stores: Stores, typedFrom: string, typedInto: string): Promise<[Mergeable, Mergeable]> {
  const [from, into] = [await findPerson(stores, typedFrom), await findPerson(stores, typedInto)];
  if (from.ouid === into.ouid) throw new CommandError(`${typedFrom} and ${typedInto} are the same account`);
  for (const ouid of [from.ouid, into.ouid].toSorted()) await stores.accounts.lockRow(ouid, 'update');
  return [await read(stores, from), await read(stores, into)];
}

async function read(stores: Stores, { ouid }: AccountWithAgreement): Promise<Mergeable> {
  return {
    account: await findPerson(stores, ouid),
    identities: await stores.accountMerges.identitiesOf(ouid),
    passkeys: (await stores.passkeys.listByAccount(ouid)).map(({ id }) => id),
    agreements: (await stores.agreements.listByAccount(ouid)).map(({ version }) => version),
    applications: (await stores.oidcPermissions.listByAccount(ouid)).map(({ id }) => id),
    canBeUndone: await stores.contactChanges.hasUndoable(ouid),
  };
}

/** What moves of an account and can prove who a person is. */
const factorsOf = ({ account: { mobile, email }, identities, passkeys }: Mergeable) => [
  ...(mobile ? ['sms'] : []),
  ...(email ? ['mail'] : []),
  ...new Set(identities.map(({ provider }) => linkedFactor(provider))),
  ...passkeys.map((id) => oneOf('passkey', id)),
];

/** What the remaining account did not have. */
function movedOf(from: Mergeable, into: Mergeable) {
  return {
    mobile: from.account.mobile !== null,
    email: from.account.email !== null,
    realName: mergedFields(from.account, into.account).idNumber !== into.account.idNumber,
    identities: from.identities.map(({ provider }) => provider),
    passkeys: from.passkeys.length,
    consents: from.agreements.filter((version) => !into.agreements.includes(version)),
    applications: from.applications,
  };
}

function movedText({ mobile, email, realName, identities, passkeys, consents, applications }: Moved, moves: string) {
  const list = (values: readonly string[]) => values.join(', ') || 'none';
  return table([
    ['  Mobile number', mobile ? moves : 'none to move'],
    ['  E-mail address', email ? moves : 'none to move'],
    ['  Real name', realName ? moves : 'none to move'],
    ['  Identities', list(identities)],
    ['  Passkeys', String(passkeys)],
    ['  Agreements', list(consents)],
    ['  Applications', list(applications)],
    ['  Erased', 'the first account, with its password, authenticator app, backup codes and sessions'],
  ]);
}
