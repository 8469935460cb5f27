import type { Adapter, AdapterPayload } from 'oidc-provider';

/** What the OpenID provider keeps, while the sandbox lives. */
export function createMemoryAdapter() {
  const kept = new Map<string, AdapterPayload>();

  return (model: string): Adapter => {
    const keyOf = (id: string) => `${model}:${id}`;
    const findBy = (name: 'uid' | 'userCode', value: string) =>
      [...kept].find(([key, payload]) => key.startsWith(`${model}:`) && payload[name] === value)?.[1];
    return {
      async upsert(id, payload) {
        kept.set(keyOf(id), payload);
      },
      async find(id) {
        return kept.get(keyOf(id));
      },
      async findByUid(uid) {
        return findBy('uid', uid);
      },
      async findByUserCode(userCode) {
        return findBy('userCode', userCode);
      },
      async consume(id) {
        const payload = kept.get(keyOf(id));
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        kept.delete(keyOf(id));
      },
      async revokeByGrantId(grantId) {
        for (const [key, payload] of kept) if (payload.grantId === grantId) kept.delete(key);
      },
    };
  };
}
