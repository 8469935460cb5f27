import type { Machine } from '../machine/machine.ts';
import type { Failure } from '../i18n/failure.ts';

export type FormState<Typed, Problems, Result> =
  | { at: 'filling'; problems: Problems }
  | { at: 'working'; typed: Typed }
  | { at: 'ended'; result: Result };

export type FormEvent<Typed, Problems, Result> =
  | { is: 'submit'; typed: Typed }
  /** Tells what is wrong with one field, and nothing about those that are not filled in yet. */
  | { is: 'check'; typed: Typed; field: keyof Problems }
  | { is: 'edit'; field: string }
  | { is: 'worked'; end: FormOutcome<Problems, Result> };

export type FormOutcome<Problems, Result> = { problems: Problems } | { result: Result };

interface Form<Typed, Problems, Result> {
  /** What the page can tell by itself; nothing is asked of the service while there is a problem. */
  check(typed: Typed): Problems;
  work(typed: Typed, signal: AbortSignal): Promise<FormOutcome<Problems, Result>>;
}

/** Fill in, check, ask once, and either end or fill in again with what was wrong. */
export function formMachine<Typed, P extends { form?: Failure }, Result>({
  check,
  work,
}: Form<Typed, P, Result>): Machine<FormState<Typed, P, Result>, FormEvent<Typed, P, Result>> {
  return {
    start: { at: 'filling', problems: {} as P },

    next(state, event) {
      switch (event.is) {
        case 'submit': {
          if (state.at !== 'filling') return state;
          const problems = check(event.typed);
          return Object.keys(problems).length ? { at: 'filling', problems } : { at: 'working', typed: event.typed };
        }
        case 'check': {
          const wrong = check(event.typed)[event.field];
          if (state.at !== 'filling' || wrong === undefined) return state;
          return { at: 'filling', problems: { ...state.problems, [event.field]: wrong } };
        }
        case 'edit':
          return state.at === 'filling' ? edited(state, event.field) : state;
        case 'worked':
          if (state.at !== 'working') return state;
          return 'result' in event.end
            ? { at: 'ended', result: event.end.result }
            : { at: 'filling', problems: event.end.problems };
      }
    },

    running(state) {
      if (state.at !== 'working') return [];
      const { typed } = state;
      // A bug, or a part of the page that did not load: it is reported, and the form can be used again.
      const failed = (error: unknown): FormOutcome<P, Result> => {
        reportError(error);
        return { problems: { form: 'noAnswer' } as P };
      };
      return [
        { key: 'work', work: async (signal) => ({ is: 'worked', end: await work(typed, signal).catch(failed) }) },
      ];
    },
  };
}

/** An edit takes back what was said about the field and about the form, not about the other fields. */
function edited<P extends { form?: Failure }>(state: { at: 'filling'; problems: P }, field: string) {
  const kept = Object.entries(state.problems).filter(([name]) => name !== field && name !== 'form');
  if (kept.length === Object.keys(state.problems).length) return state;
  return { at: 'filling' as const, problems: Object.fromEntries(kept) as P };
}
