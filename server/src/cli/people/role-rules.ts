import type { AccountRoles } from '../../store/accounts/account-roles.ts';

/** What a person may have at one application: it all stands in one token. */
export const accountRoles = { max: 100, maxLength: 100 } as const;

/** Without spaces and commas: applications and lists of them separate by these. */
const form = new RegExp(`^[^\\s\\p{C},]{1,${accountRoles.maxLength}}$`, 'u');

/** Why a role or group cannot have this name, or undefined if it can. */
export const roleProblem = (name: string): string | undefined =>
  form.test(name)
    ? undefined
    : `${name.slice(0, 40)}: give 1 to ${accountRoles.maxLength} characters without spaces and commas`;

/** In CSV: `client=name`, separated by spaces, with the name encoded as in a URL. In JSON: names by client. */
function readNames(value: unknown, field: string, clients: ReadonlySet<string>): Map<string, Set<string>> | string {
  const wrong = `${field} is not a list of applications, each with its names`;
  const entries = typeof value === 'string' ? split(value) : asEntries(value);
  if (!entries) return wrong;
  const names = new Map<string, Set<string>>();
  for (const [client, name] of entries) {
    if (typeof name !== 'string' || roleProblem(name))
      return `${field} has a name that is empty, too long, or has spaces or commas`;
    if (!clients.has(client)) return `${field} names an application that there is not`;
    const ofClient = names.get(client) ?? new Set();
    names.set(client, ofClient.add(name));
    if (ofClient.size > accountRoles.max)
      return `${field} has more than ${accountRoles.max} entries for an application`;
  }
  return names;
}

function split(text: string): [string, string][] | undefined {
  try {
    return text
      .split(/\s+/)
      .filter(Boolean)
      .map((entry) => {
        const at = entry.indexOf('=');
        return [entry.slice(0, at), decodeURIComponent(entry.slice(at + 1))];
      });
  } catch {
    return undefined;
  }
}

function asEntries(value: unknown): [string, unknown][] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const lists = Object.entries(value as Record<string, unknown>);
  return lists.every(([, list]) => Array.isArray(list))
    ? lists.flatMap(([client, list]) => (list as unknown[]).map((name): [string, unknown] => [client, name]))
    : undefined;
}

const sorted = (names: Iterable<string> = []) => [...names].toSorted();

/** What a line of an import says of the roles and groups of a person; or the problem with it. */
export function readRoles(
  given: { roles: unknown; groups: unknown },
  clients: ReadonlySet<string>,
): AccountRoles[] | { problem: string } {
  const roles = readNames(given.roles ?? {}, 'roles', clients);
  if (typeof roles === 'string') return { problem: roles };
  const groups = readNames(given.groups ?? {}, 'groups', clients);
  if (typeof groups === 'string') return { problem: groups };
  return [...new Set([...roles.keys(), ...groups.keys()])].map((client) => ({
    client,
    roles: sorted(roles.get(client)),
    groups: sorted(groups.get(client)),
  }));
}

/** The names by client of one of the two fields, as an export in JSON writes them; undefined where there are none. */
export function namesByClient(all: readonly AccountRoles[] | null, field: 'roles' | 'groups') {
  const named = (all ?? []).filter((one) => one[field].length > 0);
  return named.length > 0 ? Object.fromEntries(named.map((one) => [one.client, one[field]])) : undefined;
}
