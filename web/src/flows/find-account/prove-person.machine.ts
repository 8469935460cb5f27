import type { CallResult } from '@foyer/contract/call';
import type { startPersonSearch } from '@foyer/contract/flows/find-account';
import { idNumber as limits, longest } from '@foyer/contract/limits';
import { formMachine } from '../../platform/forms/form-machine.ts';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';

export type Typed = { name: string; idNumber: string };
export interface Problems {
  name?: 'empty';
  idNumber?: 'wrong';
  form?: Failure;
}

const wholeNumber = new RegExp(`^[0-9A-Za-z]{${limits.min},${longest.idNumber}}$`);

/** Names a person; the answer, a handle for a code, is the same whether or not we know them. */
export const provePerson = (
  ask: (typed: Typed, signal: AbortSignal) => Promise<CallResult<typeof startPersonSearch>>,
) =>
  formMachine<Typed, Problems, string>({
    check: ({ name, idNumber }) => ({
      ...(name === '' && { name: 'empty' }),
      ...(!wholeNumber.test(idNumber) && { idNumber: 'wrong' }),
    }),
    async work(typed, signal) {
      const reply = await ask(typed, signal);
      return reply.is === 'done' ? { result: reply.data.preServiceId } : { problems: { form: failureOf(reply) } };
    },
  });
