import { useState } from 'react';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import type { Delivery, DeliveryOptions } from './deliver.ts';
import { type PersistedCode, sendCode } from './send-code.machine.ts';

const loadHumanCheck = () => import('../human-check/human-check.ts');

/** Sends codes: a human check first, then the `deliver` of the latest render. */
export function useSendCode(resendAfter: number, deliver: (options: DeliveryOptions) => Promise<Delivery>) {
  const { api } = usePageContext();
  const [latest] = useState({ deliver });
  latest.deliver = deliver;

  const [state, send] = useMachine(() =>
    sendCode({
      resendAfter,
      // If the module of the human check does not load, the network is down, and the person can try again.
      deliver: (signal) =>
        loadHumanCheck()
          .then((check) => check.sendChecked(api, signal, (auth) => latest.deliver({ auth, signal })))
          .catch(() => ({ problem: 'noResponse' as const })),
    }),
  );

  return {
    state,
    serviceId: state.serviceId,
    /** A code is likely to be requested soon. If the module does not load, it is loaded again then. */
    prepare: () =>
      void loadHumanCheck().then(
        (check) => check.solveAhead(api),
        () => {},
      ),
    request: () => send({ is: 'request' }),
    restore: (code: PersistedCode) => send({ is: 'restore', code }),
    reset: () => send({ is: 'reset' }),
  };
}
