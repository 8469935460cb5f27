import { useEffect, useEffectEvent } from 'react';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { failureText } from '../../platform/i18n/failure.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Glyph } from '../../ui/glyph.tsx';
import { useToast } from '../../ui/toast.tsx';
import { workChat } from './work-chat.machine.ts';

const loadNavigate = () => import('../../platform/navigation/navigate.ts');

/** The button that signs in with WeCom. */
export function WorkChat() {
  const t = useTranslate();
  const toast = useToast();
  const page = usePageContext();
  const [state, send] = useMachine(() =>
    workChat((signal) =>
      Promise.all([import('@foyer/contract/flows/work-chat'), loadNavigate()]).then(
        ([{ requestWecomScan }, { requestedRedirect }]) => {
          const redirectUrl = requestedRedirect(page);
          return page.api(requestWecomScan, redirectUrl ? { redirectUrl } : {}, { signal });
        },
        () => ({ is: 'noResponse' }),
      ),
    ),
  );

  const onState = useEffectEvent(() => {
    if (state.at === 'redirecting')
      void loadNavigate().then(({ navigateToProvider, requestedRedirect }) =>
        navigateToProvider(state.url, requestedRedirect(page), 'wecom'),
      );
    if (state.at === 'ready' && state.failure) toast(failureText(t, state.failure));
  });
  useEffect(() => onState(), [state]);

  return (
    <Button busy={state.at !== 'ready'} onClick={() => send({ is: 'press' })}>
      {state.at === 'ready' && (
        <Glyph colour="#0b7fc2" fill="M6 7h9v6.5H9.5L7 15.5v-2H6z" line="M16.5 10H18v6.5h-1v2l-2.5-2h-4" size={16} />
      )}
      {t(state.at === 'ready' ? 'wecom.entry' : 'wecom.redirecting')}
    </Button>
  );
}
