import type { Account } from '../../store/accounts/accounts.ts';
import { appOf, companyOf } from '../../store/accounts/identities.ts';

/**
 * A factor among those proven in a sign-in, of which an account may have several: a passkey by its ID, a company by its
 * provider. Some of them may be new.
 */
export const oneOf = (factor: string, id: string) => `${factor}:${id}`;

/** The factor that a linked app or company is. */
export const linkedFactor = (provider: string) =>
  appOf(provider) ?? oneOf(companyOf(provider) === undefined ? 'wecom' : 'sso', provider);
export const nameOf = (factor: string) => factor.split(':', 1)[0]!;

/**
 * Stands first among the sources of a contact that support has set, which a thief of any of the others may have asked for; and
 * among the new factors of an account whose second factor support has reset.
 */
export const setBySupport = 'support';
const knownToSupport = ['password', 'sms', 'mail'];

type WithNewFactors = Pick<Account, 'newFactors'>;

/**
 * The factors that a thief of this one may have stolen instead, in a session that began at this time: what one factor alone
 * has set or added says no more than that factor for 72 hours. The session in which it was added began earlier than that, so
 * it never counts there.
 */
function sourcesOf({ newFactors }: WithNewFactors, factor: string, at: number): string[] {
  if (factor === setBySupport) return knownToSupport;
  // A session names a company by its kind alone. A new passkey is never named in one.
  const isMeant = (key: string) => key === factor || (factor !== 'passkey' && key.startsWith(oneOf(factor, '')));
  return Object.entries(newFactors).flatMap(([key, { by, until }]) =>
    isMeant(key) && at < Date.parse(until) ? by : [],
  );
}

export const isNew = (account: WithNewFactors, factor: string, at: number) => sourcesOf(account, factor, at).length > 0;

/** The names of these factors and of all that may have been stolen in their place. */
export const withSources = (account: WithNewFactors, proven: readonly string[], at: number): string[] => [
  ...new Set(proven.flatMap((factor) => [nameOf(factor), ...sourcesOf(account, factor, at)])),
];

/** This factor, and all that have set it, one by another, however long ago. */
export function setBy(account: WithNewFactors, factor: string): string[] {
  let names = [nameOf(factor)];
  for (let before = 0; before < names.length;) {
    before = names.length;
    names = withSources(account, names, 0);
  }
  return names;
}

/** What a session records of the factors that were proven: of those that one theft may have given, the first. */
export function countedFactors(account: WithNewFactors, proven: readonly string[], at: number): string[] {
  let groups: { label: string; names: string[] }[] = [];
  for (const factor of proven) {
    const names = withSources(account, [factor], at);
    const isSame = (group: { names: string[] }) => group.names.some((name) => names.includes(name));
    const same = groups.filter(isSame);
    const label = labelOf(names, same);
    groups = [
      ...groups.filter((group) => !same.includes(group)),
      { label, names: [...same.flatMap((g) => g.names), ...names] },
    ];
  }
  return groups.map(({ label }) => label);
}

/**
 * The one of these sources that stands for a new factor in a session that outlives it: the last one, which has set the others.
 * Of a contact that support has set, each of the others may have been stolen: no one of them stands for all.
 */
export const originOf = (sources: readonly string[]) =>
  sources.includes(setBySupport) ? setBySupport : sources.at(-1)!;

/** A passkey counts as two factors, unless it is new: then it is its origin, which stays when the owner replaces the others. */
function labelOf([name, ...sources]: string[], [earlier]: { label: string }[]): string {
  if (name === 'passkey' && sources.length === 0) return name;
  if (earlier) return earlier.label;
  return name === 'passkey' ? originOf(sources) : name!;
}
