import type { CallResult } from '@foyer/contract/call';
import type { startPersonSearch } from '@foyer/contract/flows/find-account';
import { idNumber as limits, longest } from '@foyer/contract/limits';
import { formMachine } from '../../platform/forms/form-machine.ts';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';

export type Values = { name: string; idNumber: string };
interface Problems {
  name?: 'empty';
  idNumber?: 'wrong';
  form?: Failure;
}

const wholeNumber = new RegExp(`^[0-9A-Za-z]{${limits.min},${longest.idNumber}}$`);

/** Finishes with a `preServiceId` for a code. The service gives one for unknown persons as well. */
export const namePerson = (
  request: (values: Values, signal: AbortSignal) => Promise<CallResult<typeof startPersonSearch>>,
) =>
  formMachine<Values, Problems, string>({
    validate: ({ name, idNumber }) => ({
      ...(name === '' && { name: 'empty' }),
      ...(!wholeNumber.test(idNumber) && { idNumber: 'wrong' }),
    }),
    async submit(values, signal) {
      const reply = await request(values, signal);
      return reply.is === 'done' ? { result: reply.data.preServiceId } : { problems: { form: failureOf(reply) } };
    },
  });
