import { type Ref, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { hasPasskeys } from '../../parts/passkey/support.ts';
import { failureText } from '../../platform/i18n/failure.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { useToast } from '../../ui/dialogs/toast.tsx';
import type { Outcome } from '../outcome.ts';
import { passkeyLogin } from './passkey-login.machine.ts';

interface Props {
  ref?: Ref<HTMLButtonElement>;
  /** Another sign-in is in progress. */
  disabled: boolean;
  onBusy(busy: boolean): void;
  onEnd(outcome: Outcome): void;
}

const subscribeToNothing = () => () => {};

/** The button that signs in with a passkey. A browser without passkeys does not show it. */
export function PasskeyEntry({ ref, disabled, onBusy, onEnd }: Props) {
  const t = useTranslate();
  const toast = useToast();
  const page = usePageContext();
  const isSupported = useSyncExternalStore(subscribeToNothing, hasPasskeys, () => true);
  const [state, send] = useMachine(() =>
    passkeyLogin((signal) =>
      import('./passkey-login.service.ts').then(
        ({ signIn }) => signIn(page, signal),
        () => ({ is: 'noResponse' }),
      ),
    ),
  );

  const onState = useEffectEvent(() => {
    onBusy(state.at !== 'ready');
    if (state.at === 'finished') onEnd(state.outcome);
    if (state.at !== 'ready' || !state.failure) return;
    if (state.failure === 'unavailable') void page.loadAllTexts().then(() => toast(t('passkey.notUsed')));
    else toast(failureText(t, state.failure));
  });
  useEffect(() => onState(), [state]);

  if (!isSupported) return null;
  return (
    <Button ref={ref} disabled={disabled} busy={state.at !== 'ready'} onClick={() => send({ is: 'press' })}>
      {state.at === 'ready' && <Icon d={key} size={16} />}
      {t('passkey.entry')}
    </Button>
  );
}

export const key = 'M3.5 15.5a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0M11.5 12.5l8-8M16.5 7.5l3 3M14 10l2 2';
