import type { Adapter, AdapterPayload } from 'oidc-provider';

/** Stores the OpenID provider's models in memory. */
export function createMemoryAdapter() {
  const payloads = new Map<string, AdapterPayload>();

  return (model: string): Adapter => {
    const keyOf = (id: string) => `${model}:${id}`;
    const findBy = (name: 'uid' | 'userCode', value: string) =>
      [...payloads].find(([key, payload]) => key.startsWith(`${model}:`) && payload[name] === value)?.[1];
    return {
      async upsert(id, payload) {
        payloads.set(keyOf(id), payload);
      },
      async find(id) {
        return payloads.get(keyOf(id));
      },
      async findByUid(uid) {
        return findBy('uid', uid);
      },
      async findByUserCode(userCode) {
        return findBy('userCode', userCode);
      },
      async consume(id) {
        const payload = payloads.get(keyOf(id));
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        payloads.delete(keyOf(id));
      },
      async revokeByGrantId(grantId) {
        for (const [key, payload] of payloads) if (payload.grantId === grantId) payloads.delete(key);
      },
    };
  };
}
