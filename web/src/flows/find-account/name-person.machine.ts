import type { CallResult } from '@foyer/contract/call';
import type { startPersonSearch } from '@foyer/contract/flows/find-account';
import { isIdNumber } from '@foyer/contract/rules/person-rules';
import { formMachine } from '../../platform/forms/form-machine.ts';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';

export type Values = { name: string; idNumber: string };
interface Problems {
  name?: 'empty';
  idNumber?: 'wrong';
  form?: Failure;
}

/** Finishes with a `preServiceId` for a code. The service gives one for unknown people as well. */
export const namePerson = (
  request: (values: Values, signal: AbortSignal) => Promise<CallResult<typeof startPersonSearch>>,
) =>
  formMachine<Values, Problems, string>({
    validate: ({ name, idNumber }) => ({
      ...(name === '' && { name: 'empty' }),
      ...(!isIdNumber(idNumber) && { idNumber: 'wrong' }),
    }),
    async submit(values, signal) {
      const reply = await request(values, signal);
      return reply.is === 'done' ? { result: reply.data.preServiceId } : { problems: { form: failureOf(reply) } };
    },
  });
