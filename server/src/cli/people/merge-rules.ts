import { mask } from '@foyer/contract/rules/account-rules';
import type { MergedFields } from '../../store/accounts/account-merges.ts';
import type { Account } from '../../store/accounts/accounts.ts';
import { type ExternalIdentity, appOf } from '../../store/accounts/identities.ts';
import { nameOf } from './person.ts';

/** An account and what a merge moves of it. */
export interface Mergeable {
  account: Account;
  identities: readonly ExternalIdentity[];
  /** Their ids. */
  passkeys: readonly string[];
  /** Versions of the agreement. */
  agreements: readonly string[];
  /** Applications of others that the person has allowed. */
  applications: readonly string[];
  /** A changed mobile number or e-mail address can still be undone. */
  canBeUndone: boolean;
}

/** Why two accounts cannot be merged, each with what would be right; empty when they can. */
export function mergeConflicts(from: Mergeable, into: Mergeable): string[] {
  const [a, b] = [from.account, into.account];
  const conflicts: string[] = [];
  for (const account of [a, b]) {
    if (account.disabledAt) conflicts.push(`${nameOf(account)} is disabled: enable it first`);
    if (account.closesAt)
      conflicts.push(`${nameOf(account)} is to be erased: the person keeps it first, by signing in`);
  }
  if (a.idNumber && !a.lastSignInAt && !a.identityCheckedAt)
    conflicts.push(`${nameOf(a)} awaits the identity check: the person signs in to it first`);
  if (from.canBeUndone)
    conflicts.push(
      `${nameOf(a)} has changed its mobile number or e-mail address, which can still be undone: wait until 72 hours are over`,
    );
  if (a.mobile && b.mobile)
    conflicts.push(`Both have a mobile number, ${both(a.mobile, b.mobile)}: the person removes one of them first`);
  if (a.email && b.email)
    conflicts.push(`Both have an e-mail address, ${both(a.email, b.email)}: the person removes one of them first`);
  if (a.externalId && b.externalId)
    conflicts.push('Both have an id in another system: take one away first (npx foyer people set PERSON external_id=)');
  for (const provider of sharedProviders(from, into))
    conflicts.push(`Both have an identity of ${provider}: the person unlinks one of them first`);
  if (a.idNumber && b.idNumber && a.idNumber !== b.idNumber)
    conflicts.push('Their ID numbers differ: they are accounts of two people');
  else if (a.name && b.name && a.name !== b.name)
    conflicts.push('Their names differ: they are accounts of two people, or one name has to be corrected first');
  if (losesSecondFactor(from, into))
    conflicts.push(
      `${nameOf(a)} asks for a second factor that cannot move, and ${nameOf(b)} has none: the person sets it up there first, or reset it (npx foyer people reset-second-factor)`,
    );
  return conflicts;
}

/** The columns of the remaining account: its own, and what it lacks of the other one. */
export function mergedFields(from: Account, into: Account): MergedFields {
  // The name on record is taken only with its proof, and only as a whole.
  const isProven = from.realNameAt !== null || from.identityCheckedAt !== null;
  const { name, latinName, idNumber, realNameAt, identityCheckedAt } =
    isProven && !into.realNameAt && !into.identityCheckedAt ? from : into;
  return {
    externalId: into.externalId ?? from.externalId,
    mobile: into.mobile ?? from.mobile,
    email: into.email ?? from.email,
    name,
    latinName,
    idNumber,
    realNameAt,
    identityCheckedAt,
    language: into.language ?? from.language,
    secondFactor: into.secondFactor || from.secondFactor,
  };
}

const both = (one: string, other: string) => `${mask(one)} and ${mask(other)}`;

/** An account has one identity of each app and of each company. */
function sharedProviders(from: Mergeable, into: Mergeable): string[] {
  const providersOf = ({ identities }: Mergeable) => identities.map(({ provider }) => appOf(provider) ?? provider);
  const others = new Set(providersOf(into));
  return [...new Set(providersOf(from))].filter((provider) => others.has(provider));
}

/** An authenticator app stays behind: the remaining account must have another factor to ask for. */
const losesSecondFactor = ({ account: from, passkeys }: Mergeable, { account: into }: Mergeable) =>
  from.secondFactor && !(into.mobile ?? from.mobile) && into.enrolledFactors + passkeys.length === 0;
