import type { ContactKind } from '@foyer/contract/flows/contact-change';
import { mask, readAccount } from '@foyer/contract/rules/account-rules';
import { type Command, InvalidArgumentError } from 'commander';
import { type ContactChangeResult, changeContactOf, contactNotice } from '../../parts/contact-change/change-contact.ts';
import { provenToSupport } from '../../parts/contact-change/make-due-contact-changes.ts';
import { isEveryContactTold } from '../../parts/notices/notices.ts';
import { isUniqueViolation } from '../../database/database.ts';
import type { Account } from '../../store/accounts/accounts.ts';
import { type AuditEvent, operatorContext } from '../../store/audit.ts';
import type { Stores } from '../../store/stores.ts';
import {
  type CommandContext,
  CommandError,
  type StoreEnvironment,
  examples,
  recordActIn,
  withStores,
} from '../command.ts';
import { isSameName, readOperatorName } from '../operator-name.ts';
import { noticesText, sendOperatorNotice } from './operator-notices.ts';
import { findPerson, nameOf, personArgument, personHelp, timeText } from './person.ts';

/** What an operator writes about a change. */
const operatorReason = { maxLength: 500 } as const;

interface Options {
  reason: string;
  now?: boolean;
  approvedBy?: string;
  reassigned?: boolean;
}

interface Wanted {
  command: string;
  kind: ContactKind;
  /** As it is typed; undefined removes the contact. */
  value: string | undefined;
}

const noContacts = { mobile: null, email: null };
export const contactName = { mobile: 'mobile number', email: 'e-mail address' } as const;

/** `foyer people set-mobile`, `set-email`, `remove-mobile` and `remove-email`: for a person who cannot receive codes there. */
export function addChangeContact(people: Command, context: CommandContext) {
  for (const [kind, argument, example, person] of [
    ['mobile', 'number', '13800138001', 'mei@example.com'],
    ['email', 'address', 'mei@example.org', '13800138000'],
  ] as const) {
    const add = (name: string, does: string, args: string, exampleArgs: string) =>
      people
        .command(`${name} ${personArgument}${args}`)
        .description(
          `${does} the ${contactName[kind]} of a person, after a waiting time in which the person can stop it`,
        )
        .requiredOption('--reason <text>', 'who asked and how you know them, without numbers and addresses', readReason)
        .option('--now', 'do it at once; the person can still undo it')
        .option('--approved-by <name>', 'a second operator who has agreed to --now', readOperatorName)
        .option(
          '--reassigned',
          'a number or address of the account belongs to someone else: send no link to undo --now',
        )
        .addHelpText('after', personHelp + changeExamples(`people ${name} ${person}${exampleArgs}`));
    add(`set-${kind}`, 'change', ` <${argument}>`, ` ${example}`).action(
      (typed: string, value: string, options: Options) =>
        run(context, typed, { command: `people set-${kind}`, kind, value }, options),
    );
    add(`remove-${kind}`, 'remove', '', '').action((typed: string, options: Options) =>
      run(context, typed, { command: `people remove-${kind}`, kind, value: undefined }, options),
    );
  }
}

const changeExamples = (command: string) =>
  examples(
    `${command} --reason "asked at the counter, with passport" --by mei`,
    `${command} --reason "asked at the counter, with passport" --by mei --now --approved-by lin`,
  );

async function run(context: CommandContext, typed: string, wanted: Wanted, options: Options) {
  const { now = false, approvedBy, reassigned = false } = options;
  if (now !== (approvedBy !== undefined))
    throw new CommandError('--now needs a second operator, and only --now: give both --now and --approved-by NAME');
  if (approvedBy !== undefined && context.operators().some((name) => isSameName(name, approvedBy)))
    throw new CommandError(
      `--approved-by ${approvedBy}: another operator must approve than the one who runs the command`,
    );
  if (reassigned && !now)
    throw new CommandError('--reassigned is for --now: a change that waits can be stopped by every contact');
  const after = wanted.value === undefined ? null : readContact(wanted.kind, wanted.value);
  await (now ? changeNow(context, typed, wanted, after, options) : ask(context, typed, wanted, after, options));
}

function readContact(kind: ContactKind, typed: string): string {
  const principal = readAccount(typed);
  if (principal?.kind !== kind) throw new CommandError(`${typed}: this is no ${contactName[kind]}`);
  return principal.value;
}

/** Stores what is to change, tells the person, and only then begins the waiting time. */
async function ask(
  context: CommandContext,
  typed: string,
  { command, kind }: Wanted,
  after: string | null,
  { reason }: Options,
) {
  const { account, id, stopHandle, dueAt } = await withStores(context, async (stores, environment) => {
    const found = await findPerson(stores, typed);
    const { ouid } = found;
    await stores.accounts.lockRow(ouid);
    // Tried and undone: what would be refused later is refused now.
    await rolledBack(environment, () => change(stores, environment, found, { kind, after }));
    const asked = { account: ouid, kind, before: found[kind], after, reason, askedBy: context.by() };
    const waiting = await stores.waitingContactChanges.ask(asked);
    if (!waiting)
      throw new CommandError(
        `A change of the ${contactName[kind]} of ${nameOf(found)} waits already: people show says which, people stop-change ends it`,
      );
    const details = { kind, ...(after && { after: mask(after) }), reason };
    await recordActIn(stores, { command, by: context.by(), account: ouid, type: 'contactChangeAsked', details });
    return {
      account: found,
      ...waiting,
      dueAt: new Date(environment.clock.now() + environment.config.supportChangeDelay),
    };
  });
  const notices = await sendOperatorNotice(context, account, `${kind}ChangeAsked`, { undoHandle: stopHandle, dueAt });
  const isTold = isEveryContactTold(account, notices);
  await withStores(context, async (stores) => {
    if (isTold) return stores.waitingContactChanges.start(id, dueAt);
    await stores.waitingContactChanges.stop(stopHandle);
    await recordActIn(stores, {
      command,
      by: context.by(),
      account: account.ouid,
      type: 'contactChangeStopped',
      details: { kind },
    });
  });
  const told = noticesText(notices);
  if (!isTold)
    throw new CommandError(
      `${told}\nNothing will change, because the person could not be told. Repeat the command, or use --now with --approved-by.`,
    );
  const doing = after === null ? 'is removed' : `becomes ${mask(after)}`;
  context.print(
    `The ${contactName[kind]} of ${nameOf(account)} ${doing} on ${timeText(dueAt)}, unless the person or people stop-change stops it.\n${told}`,
    { account: account.ouid, kind, changed: false, dueAt, notices },
  );
}

async function changeNow(
  context: CommandContext,
  typed: string,
  { command, kind }: Wanted,
  after: string | null,
  { reason, approvedBy = '', reassigned = false }: Options,
) {
  const { account, undoHandle } = await withStores(context, async (stores, environment) => {
    const found = await findPerson(stores, typed);
    const details = { command: `${command} --now`, by: context.by(), approvedBy, reason };
    const changed = await change(stores, environment, found, { kind, after, details });
    // One that waits is not made any more: it was asked for before this one.
    await stores.waitingContactChanges.stopAll(found.ouid, kind);
    return changed;
  });
  const notice = contactNotice(kind, account[kind], after);
  // Who has the number now must neither undo the change nor learn of the account. Where the changed contact is the first of its
  // kind, the number is the other one.
  const isOther = account[kind] === null;
  const notices = reassigned
    ? await sendOperatorNotice(context, { ...account, ...(isOther && noContacts), [kind]: null }, notice)
    : await sendOperatorNotice(context, account, notice, { undoHandle });
  const done = after === null ? 'Removed' : 'Changed';
  context.print(
    `${done} the ${contactName[kind]} of ${nameOf(account)}. ${reassigned ? 'No one can undo it.' : 'The earlier contacts can undo it for 72 hours.'}\n${reassigned && isOther ? 'No notice was sent: the other contact belongs to someone else.' : noticesText(notices)}`,
    { account: account.ouid, kind, changed: true, dueAt: null, notices },
  );
}

interface Change {
  kind: ContactKind;
  after: string | null;
  details?: AuditEvent['details'];
}

/** Changes the contact, or says why it cannot be changed. */
async function change(
  stores: Stores,
  { config, clock }: StoreEnvironment,
  account: Account,
  { kind, after, details }: Change,
) {
  const { sms, mail } = config.messaging;
  const messenger = { sms: sms.provider !== 'none', mail: mail.provider !== 'none' };
  const contact = { kind, after, proven: provenToSupport[kind] };
  const result = await changeContactOf(
    { clock, config, messenger, stores },
    account.ouid,
    contact,
    operatorContext,
    details,
  ).catch((error: unknown): ContactChangeResult => {
    if (isUniqueViolation(error)) return { is: 'contactTaken' };
    throw error;
  });
  if (result.is !== 'changed') throw new CommandError(`${nameOf(account)}: ${refusals[result.is](contactName[kind])}`);
  return result;
}

const refusals: Record<Exclude<ContactChangeResult['is'], 'changed'>, (contact: string) => string> = {
  unchanged: (contact) => `the ${contact} is so already`,
  contactTaken: (contact) => `this ${contact} belongs to another account: people show it, and see people merge`,
  lastContact: (contact) => `the ${contact} is the only contact of the account: set another one first`,
  lastWayIn: (contact) => `the ${contact} is the only way into the account`,
  secondFactorNeedsMobile: (contact) => `the second factor uses the ${contact}: see people reset-second-factor`,
};

/** Runs `work` and undoes it, in a transaction that goes on. */
async function rolledBack({ sql }: StoreEnvironment, work: () => Promise<unknown>) {
  const done = new Error('The work was undone');
  await sql
    .transaction(async () => {
      await work();
      throw done;
    })
    .catch((error: unknown) => {
      if (error !== done) throw error;
    });
}

function readReason(typed: string): string {
  const reason = typed.trim();
  if (reason === '' || reason.length > operatorReason.maxLength || /\p{C}/u.test(reason))
    throw new InvalidArgumentError(`give 1 to ${operatorReason.maxLength} characters`);
  return reason;
}
