interface Quota {
  key: string;
  limits: readonly { max: number }[];
}

/** Consumes so many uses of a quota at once. Returns the time under which they are stored, or undefined for none. */
type ConsumeUses<Wanted extends Quota> = (quota: Wanted, uses: number) => Promise<number | undefined>;

/**
 * Consumes one use of a quota with one statement for many requests: those that come while a statement for the same quota
 * runs share the next one. Who comes first gets what is left.
 */
export function shareUses<Wanted extends Quota>(
  consume: ConsumeUses<Wanted>,
): (quota: Wanted) => Promise<number | undefined> {
  const next = new Map<string, { requests: number; times: Promise<number[]> }>();
  const underWay = new Map<string, Promise<unknown>>();

  async function consumeNext(quota: Wanted): Promise<number[]> {
    await underWay.get(quota.key);
    const requests = next.get(quota.key)?.requests ?? 0;
    next.delete(quota.key);
    return consumeAsMany(consume, quota, requests);
  }

  function prepareNext(quota: Wanted) {
    const times = consumeNext(quota);
    // The statements that follow do not fail with this one.
    const done = times.then(forget, forget);
    underWay.set(quota.key, done);
    function forget() {
      if (underWay.get(quota.key) === done) underWay.delete(quota.key);
    }
    const shared = { requests: 0, times };
    next.set(quota.key, shared);
    return shared;
  }

  return async (quota) => {
    const shared = next.get(quota.key) ?? prepareNext(quota);
    const position = shared.requests++;
    return (await shared.times)[position];
  };
}

/** As many uses as the quota has left, up to `wanted`. Returns their times. */
async function consumeAsMany<Wanted extends Quota>(
  consume: ConsumeUses<Wanted>,
  quota: Wanted,
  wanted: number,
): Promise<number[]> {
  const times: number[] = [];
  // The first uses of a quota are not compared with its limits.
  const max = Math.min(...quota.limits.map((limit) => limit.max));
  for (let uses = Math.min(wanted, max); uses > 0; uses = Math.min(uses, wanted - times.length)) {
    const usedAt = await consume(quota, uses);
    if (usedAt === undefined) uses = Math.floor(uses / 2);
    else for (let i = 0; i < uses; i++) times.push(usedAt);
  }
  return times;
}
