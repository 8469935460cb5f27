import { useEffect, useEffectEvent, useRef } from 'react';
import { appEndpointOf } from '@foyer/contract/rules/device-rules';
import { accessCodeHeader } from '@foyer/contract/flows/sso-headers';
import { checkAuthorisation } from '@foyer/contract/flows/sso-return';
import { load } from '../../platform/storage/persisted.ts';
import { cameFromWecom, signInAgainUrl } from '../../platform/navigation/navigate.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { failureText } from '../../platform/i18n/failure.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { Outcome } from '../outcome.ts';
import { ssoReturn } from './sso-return.machine.ts';
import css from './sso-return.module.css';

interface Props {
  /** Something stands in front that is to be answered first. */
  busy: boolean;
  onEnd(outcome: Outcome): void;
}

/** Back from the company: the access code is tried, and says what it is good for. */
export function SsoReturn({ busy, onEnd }: Props) {
  const t = useTranslate();
  const toast = useToast();
  const visit = usePageContext();
  const retry = useRef<HTMLButtonElement>(null);
  const [state, send] = useMachine(() => {
    const { api, config, params, variant } = visit;
    const accessCode = params.accessCode ?? '';
    const endpoint = appEndpointOf(variant.device, config.productCode);
    // What no header can carry is no code that we made: the service says so of none, too.
    const headers = { [accessCodeHeader]: /^[\w-]+$/.test(accessCode) ? accessCode : '' };
    const check = (signal: AbortSignal) => api(checkAuthorisation, { endpoint }, { signal, headers });
    return ssoReturn(accessCode, check, !accessCode && load('step') !== undefined);
  });

  const react = useEffectEvent(() => {
    if (state.at === 'ended') onEnd(state.outcome);
    if (state.at !== 'failed') return;
    toast(failureText(t, state.trouble));
    retry.current?.focus();
  });
  useEffect(() => react(), [state]);

  switch (state.at) {
    case 'checking':
    case 'goingOn':
    case 'ended':
      return (
        !busy && (
          <p className={css.loading} role="status">
            {t('sso.loading')}
          </p>
        )
      );
    case 'failed': {
      const { trouble, why } = state;
      // Better in the language it came in than with another meaning.
      const reason = failureText(t, trouble) || (typeof trouble === 'object' && trouble.message);
      return (
        <>
          <p className={css.failed}>{reason}</p>
          {(why === 'noAnswer' || why === 'refused') && (
            <p className={css.failed}>
              <Button ref={retry} onClick={() => send({ is: 'again' })}>
                {t('common.retry')}
              </Button>
            </p>
          )}
          <p>
            {cameFromWecom() ? (
              <a href={signInAgainUrl(visit)}>{t('back.signIn')}</a>
            ) : (
              <a href={signInAgainUrl(visit, { appSsoLogin: 'true' })}>{t('sso.again')}</a>
            )}
          </p>
        </>
      );
    }
  }
}
