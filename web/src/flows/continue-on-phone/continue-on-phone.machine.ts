import type { CallResult, DataOf } from '@foyer/contract/call';
import type { pollHandoff, startHandoff } from '@foyer/contract/flows/continue-on-phone';
import { qr } from '@foyer/contract/limits';
import { resultCodes } from '@foyer/contract/result-codes';
import { type Failure, failureOf, unexpected } from '../../platform/i18n/failure.ts';
import type { Machine } from '../../platform/machine/machine.ts';
import { untilVisible } from '../../platform/machine/until-visible.ts';
import type { Outcome } from '../outcome.ts';

type Link = DataOf<typeof startHandoff>;
type Started = CallResult<typeof startHandoff>;
type Polled = CallResult<typeof pollHandoff>;

export type ComputerState =
  | { at: 'loading'; replaces: string | undefined }
  /** `number`: the person has signed in on the phone, and types it there. */
  | { at: 'shown'; link: Link; opened: boolean; number?: number | undefined; nextAt: number; failedPolls: number }
  | { at: 'ended'; why: 'expired' | 'declined' | { failure: Failure }; replaces: string | undefined }
  | { at: 'finished'; outcome: Outcome };

type ComputerEvent =
  | { is: 'again' }
  | { is: 'started'; reply: Started }
  | { is: 'polled'; polledAt: number; reply: Polled };

export interface ComputerService {
  start(replaces: string | undefined, signal: AbortSignal): Promise<Started>;
  poll(handoffId: string, signal: AbortSignal): Promise<Polled>;
}

/** The computer shows a link, then the number, and polls until the person has answered on the phone. */
export function continueOnPhone(service: ComputerService): Machine<ComputerState, ComputerEvent> {
  return {
    start: { at: 'loading', replaces: undefined },

    next(state, event) {
      switch (event.is) {
        case 'again':
          return state.at === 'ended' ? { at: 'loading', replaces: state.replaces } : state;
        case 'started': {
          const { reply } = event;
          if (reply.is !== 'done') return { at: 'ended', why: { failure: failureOf(reply) }, replaces: undefined };
          return { at: 'shown', link: reply.data, opened: false, nextAt: Date.now() + qr.pollInterval, failedPolls: 0 };
        }
        case 'polled':
          return state.at === 'shown' ? polled(state, event.polledAt, event.reply) : state;
      }
    },

    running(state) {
      if (state.at === 'loading') {
        const work = async (signal: AbortSignal): Promise<ComputerEvent> => ({
          is: 'started',
          reply: await service.start(state.replaces, signal),
        });
        return [{ key: 'start', work, failed: { is: 'started', reply: unexpected } }];
      }
      if (state.at !== 'shown') return [];
      const { nextAt, link } = state;
      const work = async (signal: AbortSignal): Promise<ComputerEvent> => {
        await untilVisible(nextAt, signal);
        const polledAt = Date.now();
        return { is: 'polled', polledAt, reply: await service.poll(link.handoffId, signal) };
      };
      return [{ key: `poll ${nextAt}`, work, failed: { is: 'polled', polledAt: nextAt, reply: unexpected } }];
    },
  };
}

function polled(state: ComputerState & { at: 'shown' }, polledAt: number, reply: Polled): ComputerState {
  const next = { ...state, nextAt: polledAt + qr.pollInterval, failedPolls: 0 };
  const ended = (why: (ComputerState & { at: 'ended' })['why']): ComputerState => ({
    at: 'ended',
    why,
    replaces: state.link.handoffId,
  });
  switch (reply.is) {
    case 'pending':
      return { ...next, opened: reply.data.opened, number: reply.data.number };
    case 'done':
      return { at: 'finished', outcome: { is: 'signedIn', ...reply.data } };
    case 'needsIdentityCheck':
      return { at: 'finished', outcome: { is: 'needsIdentityCheck', ...reply.data } };
    case 'authorisationExpired':
      return ended('expired');
    case 'scanDeclined':
      return ended('declined');
    case 'noResponse':
      if (state.failedPolls >= qr.failedPollsTolerated) return ended({ failure: 'noResponse' });
      return { ...next, failedPolls: state.failedPolls + 1 };
    case 'refused':
      // A busy service has read nothing: poll again.
      return reply.code === resultCodes.busy ? next : ended({ failure: failureOf(reply) });
    case 'accountDisabled':
    case 'identityCheckClosed':
    case 'secondFactorUnavailable':
    case 'scanFromOtherCountry':
      return ended({ failure: failureOf(reply) });
  }
}
