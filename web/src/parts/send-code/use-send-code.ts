import { useState } from 'react';
import { useMachine } from '../../platform/use-machine.ts';
import { useVisit } from '../../platform/visit.ts';
import type { Delivery } from './deliver.ts';
import { sendCode, serviceIdOf } from './send-code.machine.ts';

/** Sends codes: a human check first, then `deliver`. Both are the newest each time, not those of the first render. */
export function useSendCode(wait: number, deliver: (pass: { auth: string; signal: AbortSignal }) => Promise<Delivery>) {
  const { api } = useVisit();
  const [latest] = useState({ deliver });
  latest.deliver = deliver;

  const [state, send] = useMachine(() =>
    sendCode({
      wait,
      check: async (signal) => (await import('../human-check/human-check.ts')).checkHuman(api, signal),
      deliver: (auth, signal) => latest.deliver({ auth, signal }),
    }),
  );

  return {
    state,
    serviceId: serviceIdOf(state),
    press: () => send({ is: 'press' }),
    startOver: () => send({ is: 'startOver' }),
  };
}

export type SendCode = ReturnType<typeof useSendCode>;
