import { useEffect, useEffectEvent, useRef } from 'react';
import { appEndpointOf } from '@foyer/contract/rules/device-rules';
import { accessCodeHeader, fitsHeader } from '@foyer/contract/flows/sso-headers';
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
import { type SsoReturnState, ssoReturn } from './sso-return.machine.ts';
import css from './sso-return.module.css';

interface Props {
  /** A dialog is open. */
  busy: boolean;
  onEnd(outcome: Outcome): void;
}

/** After the return from the company's sign-in page: checks the access code. */
export function SsoReturn({ busy, onEnd }: Props) {
  const t = useTranslate();
  const toast = useToast();
  const page = usePageContext();
  const retryButton = useRef<HTMLButtonElement>(null);
  const [state, send] = useMachine(() => {
    const { api, config, params, variant } = page;
    const accessCode = params.accessCode ?? '';
    const endpoint = appEndpointOf(variant.device, config.productCode);
    const headers = { [accessCodeHeader]: accessCode };
    const check = async (signal: AbortSignal) =>
      fitsHeader(accessCode)
        ? api(checkAuthorisation, { endpoint }, { signal, headers })
        : { is: 'ssoExpired' as const, data: undefined };
    return ssoReturn(accessCode, check, !accessCode && load('step') !== undefined);
  });

  const onState = useEffectEvent(() => {
    if (state.at === 'finished') onEnd(state.outcome);
    if (state.at !== 'failed') return;
    toast(textOf(state));
    retryButton.current?.focus();
  });
  useEffect(() => onState(), [state]);

  /** An access code that does not fit into a header is never sent, so the service has no message for it. */
  const textOf = ({ failure, reason }: SsoReturnState & { at: 'failed' }) =>
    reason === 'ssoExpired' && failure === 'unknown' ? t('sso.sessionExpired') : failureText(t, failure);

  switch (state.at) {
    case 'checking':
    case 'restoring':
    case 'finished':
      return (
        !busy && (
          <p className={css.loading} role="status">
            {t('sso.loading')}
          </p>
        )
      );
    case 'failed': {
      const { failure, reason } = state;
      // Without a translation, show the message in the language of the service.
      const text = textOf(state) || (typeof failure === 'object' && failure.message);
      return (
        <>
          <p className={css.failed}>{text}</p>
          {(reason === 'noResponse' || reason === 'refused') && (
            <p className={css.failed}>
              <Button ref={retryButton} onClick={() => send({ is: 'retry' })}>
                {t('common.retry')}
              </Button>
            </p>
          )}
          <p>
            {cameFromWecom() ? (
              <a href={signInAgainUrl(page)}>{t('back.signIn')}</a>
            ) : (
              <a href={signInAgainUrl(page, { appSsoLogin: 'true' })}>{t('sso.again')}</a>
            )}
          </p>
        </>
      );
    }
  }
}
