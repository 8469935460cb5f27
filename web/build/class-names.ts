import { basename } from 'node:path';

const homes = new Map<string, string>();

/** A class is called after its file: short enough for the first load, and readable where one looks for it. */
export function classNameOf(name: string, file: string): string {
  const room = basename(file, '.module.css');
  const home = homes.get(room) ?? file;
  if (home !== file) throw new Error(`Two files give their names to classes as "${room}": ${home} and ${file}`);
  homes.set(room, file);
  return `${room}-${name}`;
}
