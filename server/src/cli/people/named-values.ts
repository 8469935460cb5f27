import { CommandError } from '../command.ts';

/** Arguments of the form name=value, by name: one may be given several times. */
export function namedValues(given: readonly string[]): Map<string, string[]> {
  const all = new Map<string, string[]>();
  for (const one of given) {
    const at = one.indexOf('=');
    if (at < 1) throw new CommandError(`${one}: give name=value`);
    const name = one.slice(0, at);
    all.set(name, [...(all.get(name) ?? []), one.slice(at + 1)]);
  }
  return all;
}
