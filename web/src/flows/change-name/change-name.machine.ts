import type { CallResult } from '@foyer/contract/call';
import type { changeName as changeNameCall } from '@foyer/contract/flows/change-name';
import { formMachine } from '../../platform/forms/form-machine.ts';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';

/** `cancelled`: the person did not prove again who they are. */
type Reply = Exclude<CallResult<typeof changeNameCall>, { is: 'needsFreshProof' }> | { is: 'cancelled' };

export const changeName = (commit: (name: string, signal: AbortSignal) => Promise<Reply>) =>
  formMachine<{ name: string }, { form?: Failure }, 'changed' | 'signedOut'>({
    validate: () => ({}),
    async submit({ name }, signal) {
      const reply = await commit(name, signal);
      if (reply.is === 'done') return { result: 'changed' };
      if (reply.is === 'notSignedIn') return { result: 'signedOut' };
      return { problems: reply.is === 'cancelled' ? {} : { form: failureOf(reply) } };
    },
  });
