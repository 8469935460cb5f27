import { useEffect, useEffectEvent } from 'react';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { failureText } from '../../platform/i18n/failure.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { WecomGlyph } from '../../ui/icons/glyph.tsx';
import { useToast } from '../../ui/dialogs/toast.tsx';
import { workChat } from './work-chat.machine.ts';

const loadNavigate = () => import('../../platform/navigation/navigate.ts');

interface Props {
  kind?: 'main' | 'plain';
  /** What the button says, if not just the name of WeCom. */
  text?: string;
  /** Another sign-in is in progress. */
  disabled?: boolean;
}

/** The button that signs in with WeCom. */
export function WorkChat({ kind = 'plain', text, disabled = false }: Props) {
  const t = useTranslate();
  const toast = useToast();
  const page = usePageContext();
  const [state, send] = useMachine(() =>
    workChat((signal) =>
      Promise.all([import('@foyer/contract/flows/work-chat'), loadNavigate()]).then(
        ([{ requestWecomScan }, { redirectToKeep }]) => {
          const redirectUrl = redirectToKeep(page);
          return page.api(requestWecomScan, redirectUrl ? { redirectUrl } : {}, { signal });
        },
        () => ({ is: 'noResponse' }),
      ),
    ),
  );

  const onState = useEffectEvent(() => {
    if (state.at === 'redirecting')
      void loadNavigate().then(({ navigateToProvider, redirectToKeep }) =>
        navigateToProvider(state.url, redirectToKeep(page), 'wecom'),
      );
    if (state.at === 'ready' && state.failure) toast(failureText(t, state.failure));
  });
  useEffect(() => onState(), [state]);

  return (
    <Button kind={kind} disabled={disabled} busy={state.at !== 'ready'} onClick={() => send({ is: 'press' })}>
      {state.at === 'ready' && kind === 'plain' && <WecomGlyph size={16} />}
      {state.at === 'ready' ? (text ?? t('wecom.entry')) : t('wecom.redirecting')}
    </Button>
  );
}
