import { accountIdForm, longestAccountId } from '@foyer/contract/rules/account-id';
import { mask, readAccount, readMobile } from '@foyer/contract/rules/account-rules';
import { InvalidArgumentError } from 'commander';
import { maskIdNumber, maskName } from '../../platform/masking.ts';
import type { Account, AccountWithAgreement } from '../../store/accounts/accounts.ts';
import type { Stores } from '../../store/stores.ts';
import { unmarkId } from '../account-ids.ts';
import { CommandError } from '../command.ts';

export const peopleImport = {
  /** People who are stored by one statement. */
  batch: 1000,
  maxLineLength: 65_536,
  /** How long imported passwords are accepted, in days. */
  passwordDays: 90,
  maxPasswordDays: 365,
  maxIdentities: 20,
  maxSubjectLength: 255,
} as const;

/** How a command is given a person, for its help. */
export const personArgument = '<person>';
export const personHelp = '\nA person is given by mobile number, e-mail address or the id of the account.';

const looksLikeId = (typed: string) => /^[\w-]{22}$/.test(typed);

/** What may be the id of an account: one of ours, or one that a person brings from another provider. */
export const isSubject = (typed: string) =>
  looksLikeId(typed) ||
  (accountIdForm.test(typed) &&
    /^[^\W_]/.test(typed) &&
    typed.length <= longestAccountId &&
    readMobile(typed) === undefined);

/** Finds the account of a person; refuses in words what names none. */
export async function findPerson(
  { accounts }: Pick<Stores, 'accounts'>,
  person: string,
): Promise<AccountWithAgreement> {
  const typed = unmarkId(person);
  const principal = readAccount(typed);
  const account = await (principal ? accounts.find(principal) : accounts.findByOuid(typed));
  if (!account)
    throw new CommandError(
      principal || looksLikeId(typed)
        ? `${typed}: there is no such account`
        : `${typed}: give a mobile number, an e-mail address or the id of an account`,
    );
  return account;
}

/** The id of an account, which may have been erased: the audit trail outlasts it. */
export async function findId(stores: Pick<Stores, 'accounts'>, person: string): Promise<string> {
  const typed = unmarkId(person);
  return !readAccount(typed) && isSubject(typed) ? typed : (await findPerson(stores, typed)).ouid;
}

/** How texts name a person. */
export const nameOf = ({ mobile, email }: Pick<Account, 'mobile' | 'email'>) => mask(mobile ?? email ?? '');

/** `closing`: it will be erased on `closesAt`. */
const statusOf = ({ disabledAt, closesAt }: Account) => (disabledAt ? 'disabled' : closesAt ? 'closing' : 'active');

export type PersonSummary = ReturnType<typeof summaryOf>;

/** The stable shape of a person in JSON. Without `reveal`, what names a person is masked. */
export function summaryOf(account: Account, reveal: boolean) {
  const shown = (value: string | null, masked: (value: string) => string) =>
    value === null || reveal ? value : masked(value);
  return {
    id: account.ouid,
    externalId: shown(account.externalId, mask),
    mobile: shown(account.mobile, mask),
    email: shown(account.email, mask),
    name: shown(account.name, maskName),
    latinName: shown(account.latinName, maskName),
    idNumber: shown(account.idNumber, maskIdNumber),
    status: statusOf(account),
    createdAt: account.createdAt,
    lastSignInAt: account.lastSignInAt,
  };
}

/** Reads a number of an option. */
export const wholeNumber = (max: number) => (typed: string) => {
  if (!/^\d{1,6}$/.test(typed) || Number(typed) < 1 || Number(typed) > max)
    throw new InvalidArgumentError(`give a number from 1 to ${max}`);
  return Number(typed);
};

/** Lines with a label and a value each, the values under each other. */
export function table(rows: readonly (readonly [label: string, value: string])[]): string {
  const width = Math.max(...rows.map(([label]) => label.length)) + 3;
  return rows.map(([label, value]) => `${label.padEnd(width)}${value}`.trimEnd()).join('\n');
}

export const timeText = (time: Date | null | undefined) => time?.toISOString() ?? 'never';

/** What cannot be undone is only described, unless the operator confirms it. */
export const yesFlag = '--yes';
export const yesHelp = 'do it; without this the command only says what it would do';
export const dryRunEnd = 'Nothing was changed. Add --yes to do it.';
