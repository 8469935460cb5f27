import { userInfo } from 'node:os';
import { InvalidArgumentError } from 'commander';

/** The user of the operating system who runs the command; behind `sudo`, the one who called it. */
function operatingSystemUser({ SUDO_USER: caller }: Record<string, string | undefined>): string {
  if (caller) return caller;
  try {
    return userInfo().username;
  } catch {
    // In a container the process may run under a number that has no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Who runs a command, by all names that are known: that of `--by`, and the user of the operating system. */
export function operatorNames(env: Record<string, string | undefined>, by: string | undefined): string[] {
  const user = operatingSystemUser(env);
  return by === undefined || isSameName(by, user) ? [user] : [by, user];
}

/** How the audit trail names them, such as `mei (root)`: the name that was typed proves nothing by itself. */
export const operatorText = ([name, user]: readonly string[]) => (user === undefined ? name! : `${name} (${user})`);

/** Two spellings of a name are one person. */
export const isSameName = (one: string, other: string) => formOf(one) === formOf(other);
const formOf = (name: string) => name.normalize('NFKC').trim().toLowerCase();

const longest = 64;

/** The value of `--by` and of `--approved-by`. */
export function readOperatorName(typed: string): string {
  const name = typed.trim();
  if (name === '' || name.length > longest || /\p{C}/u.test(name))
    throw new InvalidArgumentError(`give a name of 1 to ${longest} characters`);
  return name;
}
