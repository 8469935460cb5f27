import { useEffect, useEffectEvent } from 'react';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { failureText } from '../../platform/i18n/failure.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { workChat } from './work-chat.machine.ts';

const loadLeave = () => import('../../platform/navigation/navigate.ts');

/** Signs in by scanning at WeCom. */
export function WorkChat() {
  const t = useTranslate();
  const toast = useToast();
  const visit = usePageContext();
  const [state, send] = useMachine(() =>
    workChat((signal) =>
      Promise.all([import('@foyer/contract/flows/work-chat'), loadLeave()]).then(
        ([{ requestWecomScan }, { requestedRedirect }]) => {
          const redirectUrl = requestedRedirect(visit);
          return visit.api(requestWecomScan, redirectUrl ? { redirectUrl } : {}, { signal });
        },
        () => ({ is: 'noAnswer' }),
      ),
    ),
  );

  const react = useEffectEvent(() => {
    if (state.at === 'going')
      void loadLeave().then(({ navigateToProvider, requestedRedirect }) =>
        navigateToProvider(state.url, requestedRedirect(visit), 'wecom'),
      );
    if (state.at === 'offered' && state.trouble) toast(failureText(t, state.trouble));
  });
  useEffect(() => react(), [state]);

  return (
    <Button disabled={state.at !== 'offered'} onClick={() => send({ is: 'press' })}>
      {t(state.at === 'offered' ? 'wecom.entry' : 'wecom.redirecting')}
    </Button>
  );
}
