import { userInfo } from 'node:os';
import { InvalidArgumentError } from 'commander';

/** The user of the operating system who runs the command; behind `sudo`, the one who called it. */
export function operatingSystemUser({ SUDO_USER: caller }: Record<string, string | undefined>): string {
  if (caller) return caller;
  try {
    return userInfo().username;
  } catch {
    // In a container the process may run under a number that has no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

const longest = 64;

/** The value of `--by`. */
export function readOperatorName(typed: string): string {
  const name = typed.trim();
  if (name === '' || name.length > longest || /\p{C}/u.test(name))
    throw new InvalidArgumentError(`give a name of 1 to ${longest} characters`);
  return name;
}
