import type { CallResult } from '@foyer/contract/call';
import type { requestWecomScan } from '@foyer/contract/flows/work-chat';
import type { Machine } from '../../platform/machine/machine.ts';
import { type Failure, failureOf, unexpected } from '../../platform/i18n/failure.ts';

export type WorkChatState =
  | { at: 'ready'; failure?: Failure }
  | { at: 'requesting' }
  | { at: 'redirecting'; url: string };
export type WorkChatEvent = { is: 'press' } | { is: 'requested'; reply: CallResult<typeof requestWecomScan> };

/** One click opens WeCom's page with its QR code. */
export const workChat = (
  request: (signal: AbortSignal) => Promise<CallResult<typeof requestWecomScan>>,
): Machine<WorkChatState, WorkChatEvent> => ({
  start: { at: 'ready' },

  next(state, event) {
    if (event.is === 'press') return state.at === 'ready' ? { at: 'requesting' } : state;
    const { reply } = event;
    return reply.is === 'done'
      ? { at: 'redirecting', url: reply.data.url }
      : { at: 'ready', failure: failureOf(reply) };
  },

  running: (state) =>
    state.at === 'requesting'
      ? [
          {
            key: 'request',
            work: async (signal) => ({ is: 'requested', reply: await request(signal) }),
            failed: { is: 'requested', reply: unexpected },
          },
        ]
      : [],
});
