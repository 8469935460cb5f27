import { useState } from 'react';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import type { Delivery } from './deliver.ts';
import { type KeptSent, sendCode, serviceIdOf } from './send-code.machine.ts';

/** Sends codes: a human check first, then `deliver`. Both are the newest each time, not those of the first render. */
export function useSendCode(wait: number, deliver: (pass: { auth: string; signal: AbortSignal }) => Promise<Delivery>) {
  const { api } = usePageContext();
  const [latest] = useState({ deliver });
  latest.deliver = deliver;

  const [state, send] = useMachine(() =>
    sendCode({
      wait,
      // A part of the page that does not load is no reason to keep someone waiting.
      check: (signal) =>
        import('../human-check/human-check.ts')
          .then(({ checkHuman }) => checkHuman(api, signal))
          .catch(() => ({ problem: 'humanCheck' as const })),
      deliver: (auth, signal) => latest.deliver({ auth, signal }).catch(() => ({ problem: 'noAnswer' as const })),
    }),
  );

  return {
    state,
    serviceId: serviceIdOf(state),
    press: () => send({ is: 'press' }),
    wasSent: (sent: KeptSent) => send({ is: 'wasSent', sent }),
    startOver: () => send({ is: 'startOver' }),
  };
}
