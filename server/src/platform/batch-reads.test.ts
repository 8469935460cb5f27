import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { batchReads } from './batch-reads.ts';

/** A store whose reads end when the test says so. */
function slowStore() {
  const stored = new Map<string, number>();
  const reads: { keys: string[]; end(): void; fail(): void }[] = [];
  const find = batchReads(
    (keys) =>
      new Promise<ReadonlyMap<string, number>>((resolve, reject) => {
        const found = new Map(stored);
        reads.push({ keys, end: () => resolve(found), fail: () => reject(new Error('unreachable')) });
      }),
  );
  return { stored, reads, find };
}

/** Long enough for a read to start. */
async function turn() {
  for (let count = 0; count < 3; count += 1) await nextTurn();
}

test('a lookup alone is read at once', async () => {
  const { stored, reads, find } = slowStore();
  stored.set('a', 1);
  const answer = find('a');
  await turn();
  expect(reads.map(({ keys }) => keys)).toEqual([['a']]);
  reads[0]!.end();
  expect(await answer).toBe(1);
});

test('lookups during a read share the next read, and get what is stored by then', async () => {
  const { stored, reads, find } = slowStore();
  stored.set('a', 1);
  const early = find('a');
  await turn();
  stored.delete('a');
  const late = [find('a'), find('b'), find('a')];
  await turn();
  expect(reads).toHaveLength(1);
  stored.set('b', 2);
  reads[0]!.end();
  expect(await early).toBe(1);
  await turn();
  expect(reads[1]!.keys).toEqual(['a', 'b']);
  reads[1]!.end();
  expect(await Promise.all(late)).toEqual([undefined, 2, undefined]);
});

test('a failed read fails its own lookups alone', async () => {
  const { stored, reads, find } = slowStore();
  stored.set('a', 1);
  const early = find('a');
  await turn();
  const late = find('a');
  reads[0]!.fail();
  await expect(early).rejects.toThrow('unreachable');
  await turn();
  reads[1]!.end();
  expect(await late).toBe(1);
});
