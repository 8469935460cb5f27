import type { Call, RequestInputOf } from '@foyer/contract/call';
import { type Answer as ClientAnswer, createClient, readJson } from '../client.ts';
import type { Installation } from './installation.ts';

/** Longer than the load balancer waits for a node. */
const patience = 30_000;

/** What every answer tells, whatever the call. */
export interface Told {
  is: string;
  status?: number;
  code?: number;
  /** Why there is no usable answer: an error of the network, or the status of an answer that is none of the service's. */
  failure?: string;
  ms: number;
}
export type Answer<C extends Call> = (ClientAnswer<C> | { is: 'noResponse' }) & Omit<Told, 'is'>;
export type Ask = <C extends Call>(call: C, request: RequestInputOf<C>) => Promise<Answer<C>>;

/** A browser with its own address and cookies. */
export function createBrowser({ origin }: Pick<Installation, 'origin'>, address: string): Ask {
  const headers = { 'x-client-address': address };
  const client = createClient({ origin, headers, timeout: patience, isSentAgain: false });

  return async (call, request) => {
    const start = performance.now();
    try {
      const answer = await client.call(call, request);
      const code = codeIn(answer.text);
      const told: Omit<Told, 'is'> = {
        ms: performance.now() - start,
        ...(code === undefined ? { failure: `HTTP ${answer.status}` } : { code }),
      };
      return Object.assign(answer, told);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      return { is: 'noResponse', failure: code ?? message, ms: performance.now() - start };
    }
  };
}

/** Every answer of the service is `{code, message, data}`; the load balancer answers with a page of its own. */
function codeIn(text: string): number | undefined {
  const body = readJson(text);
  if (typeof body !== 'object' || body === null || !('code' in body) || !('message' in body)) return undefined;
  return typeof body.code === 'number' && typeof body.message === 'string' ? body.code : undefined;
}
