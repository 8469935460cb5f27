import type { Message } from '@foyer/contract/call';
import { type Failure, failureOf, unexpected } from '../i18n/failure.ts';
import type { Machine } from './machine.ts';

export type LoadState<Data> =
  | { at: 'loading'; request: number }
  | { at: 'loaded'; data: Data; request: number }
  /** What is shown stays until the new data arrive. */
  | { at: 'reloading'; data: Data; request: number }
  | { at: 'failed'; failure: Failure; request: number };

/** The result of a call, as far as every call has it. */
export type LoadReply = { is: string; message?: Message };
export type DataIn<Answer> = Extract<Answer, { is: 'done' }> extends { data: infer Data } ? Data : never;

type Reply<Data> = { is: 'done'; data: Data } | LoadReply;
type LoadEvent<Data> = { is: 'load' } | { is: 'answered'; reply: Reply<Data> };

const isDone = <Data>(reply: Reply<Data>): reply is { is: 'done'; data: Data } => reply.is === 'done';

/** Loads data, and loads them again when asked: a newer request cancels the older one, whose answer is not used. */
export const loading = <Data>(
  load: (signal: AbortSignal) => Promise<Reply<Data>>,
): Machine<LoadState<Data>, LoadEvent<Data>> => ({
  start: { at: 'loading', request: 1 },

  next(state, event) {
    const { request } = state;
    if (event.is === 'load') {
      return 'data' in state
        ? { at: 'reloading', data: state.data, request: request + 1 }
        : { at: 'loading', request: request + 1 };
    }
    const { reply } = event;
    if (isDone(reply)) return { at: 'loaded', data: reply.data, request };
    return 'data' in state
      ? { at: 'loaded', data: state.data, request }
      : { at: 'failed', failure: failureOf(reply), request };
  },

  running: ({ at, request }) =>
    at === 'loading' || at === 'reloading'
      ? [
          {
            key: `request ${request}`,
            work: async (signal) => ({ is: 'answered', reply: await load(signal) }),
            failed: { is: 'answered', reply: unexpected },
          },
        ]
      : [],
});
