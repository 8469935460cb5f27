import { type Hash, createHash } from 'node:crypto';
import { peopleImport } from './person.ts';
import { type ImportProgress, type NewPerson, uniqueNamesOf } from '../../store/accounts/people.ts';
import { CommandError } from '../command.ts';
import { type Declared, readPerson } from './person-fields.ts';
import type { Line } from './read-lines.ts';

/** What an import needs of the database; a dry run stores nothing. */
export interface ImportTarget {
  findProgress(id: string): Promise<ImportProgress | undefined>;
  /** Which of these names belong to an account, or to an earlier line. */
  takenNames(names: readonly string[]): Promise<Set<string>>;
  /** Adds people, each with true if they were added; `report` runs before this becomes permanent. */
  add(people: readonly NewPerson[], progress: ImportProgress, report: (added: boolean[]) => void): Promise<void>;
}

interface Options {
  assumeVerified: boolean;
  /** Ignores how far an earlier import of the file has come. */
  fromStart: boolean;
  now: number;
  declared: Declared;
  onRefused(line: number, reason: string): void;
}

export interface ImportResult {
  imported: number;
  refused: number;
  /** Lines that an earlier run has done. */
  doneBefore: number;
  /** Mobile numbers and e-mail addresses that are not verified. */
  namesLeftOut: number;
}

interface Batch {
  lines: Line[];
  /** How far the file is read with these lines. */
  progress: ImportProgress;
  isDone: boolean;
}

/** Imports batch by batch. After an interruption the same file continues with the first batch that is not stored. */
export async function importPeople(
  lines: AsyncIterable<Line>,
  target: ImportTarget,
  { assumeVerified, fromStart, now, declared, onRefused }: Options,
): Promise<ImportResult> {
  const result = { imported: 0, refused: 0, doneBefore: 0, namesLeftOut: 0 };
  const refuse = (line: number, reason: string) => {
    result.refused += 1;
    onRefused(line, reason);
  };

  // With other options the same lines may have another result, so it is another import.
  const seed = JSON.stringify({ assumeVerified });
  for await (const batch of batches(lines, seed, (id) => (fromStart ? undefined : target.findProgress(id)))) {
    if (batch.isDone) {
      result.doneBefore += batch.lines.length;
      continue;
    }
    const candidates = readBatch(batch.lines);
    const taken = await target.takenNames(candidates.flatMap(({ names }) => names));
    const linesByName = new Map<string, number>();
    const free = candidates.filter(({ line, names }) => {
      const name = names.find((one) => taken.has(one) || linesByName.has(one));
      if (name)
        refuse(line, taken.has(name) ? alreadyHas(name) : `${wordFor(name)} is also in line ${linesByName.get(name)}`);
      else for (const one of names) linesByName.set(one, line);
      return !name;
    });
    const report = (added: boolean[]) => {
      for (const [i, { line, names }] of free.entries())
        if (added[i]) result.imported += 1;
        else refuse(line, alreadyHas(names[0] ?? ''));
    };
    await target.add(
      free.map(({ person }) => person),
      batch.progress,
      report,
    );
  }
  return result;

  /** The people of a batch; a line that cannot be read is refused. */
  function readBatch(batch: readonly Line[]) {
    return batch.flatMap((line) => {
      const read = 'problem' in line ? line : readPerson(line.fields, { assumeVerified, now, declared });
      if ('problem' in read) {
        refuse(line.number, read.problem);
        return [];
      }
      result.namesLeftOut += read.leftOut;
      return [{ line: line.number, person: read.person, names: uniqueNamesOf(read.person) }];
    });
  }
}

/** The report names no person: line numbers are enough to find them. */
const wordFor = (name: string) =>
  name.startsWith('identity ') ? `the identity at ${name.split(' ')[1]}` : `the ${name.split(' ')[0]}`;
export const takenText = (name: string) =>
  `${wordFor(name)} already belongs to an account${name.startsWith('sub ') ? ' (erased ones count)' : ''}`;
const alreadyHas = (name: string) => `${takenText(name)} or an earlier line`;

/** A batch also ends where an earlier import of the file has ended. */
async function* batches(
  lines: AsyncIterable<Line>,
  seed: string,
  findProgress: (id: string) => Promise<ImportProgress | undefined> | undefined,
): AsyncGenerator<Batch> {
  const hash = createHash('sha256').update(seed);
  let before: ImportProgress | undefined;
  let id: string | undefined;
  let count = 0;
  let held: Line[] = [];

  async function endBatch(): Promise<Batch> {
    const digest = digestOf(hash);
    if (id === undefined) before = await findProgress((id = digest));
    const batch = {
      lines: held,
      progress: { id, lines: count, digest, imported: 0 },
      isDone: count <= (before?.lines ?? 0),
    };
    held = [];
    if (before?.lines === count && before.digest !== digest) throw changedFile(count);
    return batch;
  }

  for await (const line of lines) {
    hash.update(`${line.text}\n`);
    held.push(line);
    count += 1;
    if (held.length === peopleImport.batch || count === before?.lines) yield await endBatch();
  }
  if (held.length > 0) yield await endBatch();
  if (before && count < before.lines) throw changedFile(before.lines);
}

const digestOf = (hash: Hash) => hash.copy().digest('base64url');

const changedFile = (lines: number) =>
  new CommandError(
    `An earlier import of this file has stored its first ${lines} people, and these lines have changed since: put corrected lines into a file of their own, or give --from-start, which refuses the people who are stored already`,
  );
