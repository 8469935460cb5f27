/**
 * Reads values by key, many at once: while one read is under way, the keys that are asked for wait and share the next one.
 * A read starts after every question that it answers, so an answer is never older than its question.
 */
export function readTogether<Value>(read: (keys: string[]) => Promise<ReadonlyMap<string, Value>>) {
  let next: { keys: Set<string>; values: Promise<ReadonlyMap<string, Value>> } | undefined;
  let underWay: Promise<unknown> = Promise.resolve();

  function startNext() {
    const keys = new Set<string>();
    const values = underWay.then(() => {
      next = undefined;
      return read([...keys]);
    });
    // The reads that follow do not fail with this one.
    underWay = values.catch(() => {});
    return { keys, values };
  }

  return async (key: string): Promise<Value | undefined> => {
    const { keys, values } = (next ??= startNext());
    keys.add(key);
    return (await values).get(key);
  };
}
