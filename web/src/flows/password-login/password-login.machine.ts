import { readAccount } from '@foyer/contract/account-rules';
import type { Reply } from '@foyer/contract/call';
import type { commitPassword } from '@foyer/contract/password-login';
import type { Machine } from '../../platform/machine.ts';
import type { Outcome } from '../outcome.ts';

export type Typed = { account: string; password: string };

/** What stands where. `said` is the service's own sentence, already in the person's language. */
export interface Problems {
  account?: 'empty' | 'invalid';
  password?: 'empty' | { said: string | undefined; stays: boolean };
  form?: 'noAnswer' | 'unknown' | { said: string };
}

export type PasswordLoginState =
  | { at: 'filling'; problems: Problems }
  | { at: 'sending'; typed: Typed }
  | { at: 'ended'; outcome: Outcome };

export type PasswordLoginEvent =
  | { is: 'submit'; typed: Typed }
  | { is: 'edit'; field: 'account' | 'password' }
  | { is: 'answered'; reply: Reply<typeof commitPassword> };

/** `commit` asks the service; the screen knows how. */
export function passwordLogin(
  commit: (typed: Typed, signal: AbortSignal) => Promise<Reply<typeof commitPassword>>,
): Machine<PasswordLoginState, PasswordLoginEvent> {
  return {
    start: { at: 'filling', problems: {} },

    next(state, event) {
      switch (event.is) {
        case 'submit': {
          if (state.at !== 'filling') return state;
          const problems = problemsOf(event.typed);
          return Object.keys(problems).length ? { at: 'filling', problems } : { at: 'sending', typed: event.typed };
        }
        case 'edit': {
          if (state.at !== 'filling' || (!state.problems[event.field] && !state.problems.form)) return state;
          const { form: _, [event.field]: __, ...problems } = state.problems;
          return { at: 'filling', problems };
        }
        case 'answered':
          return state.at === 'sending' ? answered(event.reply) : state;
      }
    },

    running(state) {
      if (state.at !== 'sending') return [];
      return [
        { key: 'commit', work: async (signal) => ({ is: 'answered', reply: await commit(state.typed, signal) }) },
      ];
    },
  };
}

function problemsOf({ account, password }: Typed): Problems {
  return {
    ...(account.trim() === '' ? { account: 'empty' } : !readAccount(account) && { account: 'invalid' }),
    ...(password === '' && { password: 'empty' }),
  };
}

function answered(reply: Reply<typeof commitPassword>): PasswordLoginState {
  switch (reply.is) {
    case 'done':
      return { at: 'ended', outcome: { is: 'signedIn', ...reply.data } };
    case 'needsIdentityCheck':
      return { at: 'ended', outcome: { is: 'needsIdentityCheck', ...reply.data } };
    case 'wrongCredentials':
    case 'waitBeforeRetry':
      return { at: 'filling', problems: { password: { said: reply.message, stays: false } } };
    case 'lockedOut':
      return { at: 'filling', problems: { password: { said: reply.message, stays: true } } };
    case 'accountDisabled':
    case 'refused':
      return { at: 'filling', problems: { form: reply.message ? { said: reply.message } : 'unknown' } };
    case 'noAnswer':
      return { at: 'filling', problems: { form: 'noAnswer' } };
  }
}
