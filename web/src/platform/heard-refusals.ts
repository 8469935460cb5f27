import { nameOf } from '@foyer/contract/call';
import type { Api } from '@foyer/contract/caller';
import type { RefusalName } from '@foyer/contract/result-codes';

const heard = new Map<string, RefusalName>();

/** Which refusal the service has put into these words. */
export const refusalSaid = (words: string) => heard.get(words);

export const hearRefusals =
  (api: Api): Api =>
  async (call, ask, options) => {
    const reply = await api(call, ask, options);
    if (!('message' in reply) || !reply.message) return reply;
    const name = 'code' in reply ? nameOf(reply.code) : reply.is;
    if (name && name !== 'done') heard.set(reply.message, name);
    return reply;
  };
