import type { Machine } from '../machine/machine.ts';
import { isLoadError } from '../start-problem.ts';
import type { Failure } from '../i18n/failure.ts';

/** Problems by field name; `form` is a problem of the form as a whole. */
export type FormProblems = { form?: Failure };

export type FormState<Values, Problems, Result> =
  /** `refused`: the service found the problems. `edited`: the remaining problems were shown before the last edit. */
  | { at: 'editing'; problems: Problems; refused?: true; edited?: true }
  | { at: 'submitting'; values: Values }
  | { at: 'finished'; result: Result };

export type FormEvent<Values, Problems, Result> =
  | { is: 'submit'; values: Values }
  /** Shows the problem of this field only; other fields stay unmarked. */
  | { is: 'validate'; values: Values; field: keyof Problems }
  | { is: 'edit'; field: string }
  /** Submitting, or what follows it, threw. */
  | { is: 'failed' }
  | { is: 'settled'; outcome: FormOutcome<Problems, Result> };

export type FormOutcome<Problems, Result> = { problems: Problems } | { result: Result };

export type FormMachine<Values, Problems, Result> = Machine<
  FormState<Values, Problems, Result>,
  FormEvent<Values, Problems, Result>
>;

interface Form<Values, Problems, Result> {
  /** The problems that the page finds by itself; nothing is submitted while there are any. */
  validate(values: Values): Problems;
  submit(values: Values, signal: AbortSignal): Promise<FormOutcome<Problems, Result>>;
}

/** A form that is edited, validated and submitted once, and then is either finished or edited again. */
export function formMachine<Values, Problems extends FormProblems, Result>({
  validate,
  submit,
}: Form<Values, Problems, Result>): FormMachine<Values, Problems, Result> {
  return {
    start: { at: 'editing', problems: {} as Problems },

    next(state, event) {
      switch (event.is) {
        case 'submit': {
          if (state.at !== 'editing') return state;
          // A refused code is not sent again, because that would only use up an attempt. The copy shows its text again.
          if (state.refused && 'code' in state.problems) return { ...state, problems: { ...state.problems } };
          const problems = validate(event.values);
          return Object.keys(problems).length
            ? { at: 'editing', problems }
            : { at: 'submitting', values: event.values };
        }
        case 'validate': {
          const problem = validate(event.values)[event.field];
          if (state.at !== 'editing' || problem === undefined) return state;
          return { at: 'editing', problems: { ...state.problems, [event.field]: problem } };
        }
        case 'edit':
          return state.at === 'editing' ? edited(state, event.field) : state;
        case 'settled':
          if (state.at !== 'submitting') return state;
          return 'result' in event.outcome
            ? { at: 'finished', result: event.outcome.result }
            : { at: 'editing', problems: event.outcome.problems, refused: true };
        case 'failed':
          return { at: 'editing', problems: { form: 'unexpected' } as Problems };
      }
    },

    running(state) {
      if (state.at !== 'submitting') return [];
      const { values } = state;
      const notLoaded = (error: unknown): FormOutcome<Problems, Result> => {
        if (!isLoadError(error)) throw error;
        return { problems: { form: 'noResponse' } as Problems };
      };
      return [
        {
          key: 'submit',
          work: async (signal) => ({ is: 'settled', outcome: await submit(values, signal).catch(notLoaded) }),
          failed: { is: 'failed' },
        },
      ];
    },
  };
}

/** An edit removes the problem of its field and of the form, not those of other fields. */
function edited<Values, Problems extends FormProblems, Result>(
  state: FormState<Values, Problems, Result> & { at: 'editing' },
  field: string,
): FormState<Values, Problems, Result> {
  const remaining = Object.entries(state.problems).filter(([name]) => name !== field && name !== 'form');
  if (remaining.length === Object.keys(state.problems).length) return state;
  return { at: 'editing', problems: Object.fromEntries(remaining) as Problems, edited: true };
}
