import type { CallResult } from '@foyer/contract/call';
import type { requestWecomScan } from '@foyer/contract/flows/work-chat';
import type { Machine } from '../../platform/machine/machine.ts';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';

export type WorkChatState = { at: 'offered'; trouble?: Failure } | { at: 'asking' } | { at: 'going'; url: string };
export type WorkChatEvent = { is: 'press' } | { is: 'answered'; reply: CallResult<typeof requestWecomScan> };

/** One press, and the person scans at WeCom. */
export const workChat = (
  ask: (signal: AbortSignal) => Promise<CallResult<typeof requestWecomScan>>,
): Machine<WorkChatState, WorkChatEvent> => ({
  start: { at: 'offered' },

  next(state, event) {
    if (event.is === 'press') return state.at === 'offered' ? { at: 'asking' } : state;
    const { reply } = event;
    return reply.is === 'done' ? { at: 'going', url: reply.data.url } : { at: 'offered', trouble: failureOf(reply) };
  },

  running: (state) =>
    state.at === 'asking'
      ? [{ key: 'ask', work: async (signal) => ({ is: 'answered', reply: await ask(signal) }) }]
      : [],
});
