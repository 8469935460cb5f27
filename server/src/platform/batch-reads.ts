import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Reads values by key, many at once: the lookups of one turn of the event loop, or those during a read, share the next read.
 * A read starts after every lookup that it answers, so a result is never older than its lookup.
 */
export function batchReads<Value>(read: (keys: string[]) => Promise<ReadonlyMap<string, Value>>) {
  let next: { keys: Set<string>; values: Promise<ReadonlyMap<string, Value>> } | undefined;
  let underWay: Promise<unknown> = Promise.resolve();

  async function readNext(keys: ReadonlySet<string>) {
    await underWay;
    await nextTurn();
    next = undefined;
    return read([...keys]);
  }

  function prepareNext() {
    const keys = new Set<string>();
    const values = readNext(keys);
    // The reads that follow do not fail with this one.
    underWay = values.catch(() => {});
    return { keys, values };
  }

  return async (key: string): Promise<Value | undefined> => {
    const { keys, values } = (next ??= prepareNext());
    keys.add(key);
    return (await values).get(key);
  };
}
