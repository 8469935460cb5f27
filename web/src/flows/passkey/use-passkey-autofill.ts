import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { failureText } from '../../platform/i18n/failure.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { whenIdle } from '../../platform/lazy/when-idle.ts';
import { useToast } from '../../ui/dialogs/toast.tsx';
import type { Outcome } from '../outcome.ts';

interface Options {
  /** The person signs in another way. */
  paused: boolean;
  onEnd(outcome: Outcome): void;
}

/** Lists passkeys in the autofill of the account field. Returns what the field says about it. */
export function usePasskeyAutofill({ paused, onEnd }: Options): ReactNode {
  const t = useTranslate();
  const toast = useToast();
  const page = usePageContext();
  const [hint, setHint] = useState<ReactNode>();
  const isOffered = page.config.methods.passkey;

  const start = useEffectEvent(async (signal: AbortSignal) => {
    const { signInFromAutofill } = await import('./autofill.tsx');
    await signInFromAutofill(page, signal, {
      onOffered: setHint,
      onEnd,
      onFailure: (failure) => toast(failureText(t, failure)),
    });
  });
  useEffect(() => {
    if (paused || !isOffered) return;
    const abort = new AbortController();
    // Without this module there is still the button.
    const cancel = whenIdle(() => void start(abort.signal).catch(() => {}));
    return () => {
      cancel();
      abort.abort();
    };
  }, [paused, isOffered]);

  return hint;
}
