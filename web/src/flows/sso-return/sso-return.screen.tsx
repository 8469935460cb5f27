import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { appEndpointOf } from '@foyer/contract/rules/device-rules';
import { accessCodeHeader, fitsHeader } from '@foyer/contract/flows/sso-headers';
import { checkAuthorisation } from '@foyer/contract/flows/sso-return';
import { load, remove } from '../../platform/storage/persisted.ts';
import { cameFromWecom, signInAgainUrl } from '../../platform/navigation/navigate.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { failureText } from '../../platform/i18n/failure.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button, Spinner } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { WecomGlyph } from '../../ui/icons/glyph.tsx';
import { Icon, icons } from '../../ui/icons/icon.tsx';
import { PageMessage } from '../../ui/page/page-message.tsx';
import { WayFrom } from '../../ui/icons/pictures.tsx';
import { useToast } from '../../ui/dialogs/toast.tsx';
import type { Outcome } from '../outcome.ts';
import { type SsoReturnState, ssoReturn } from './sso-return.machine.ts';
import css from './sso-return.module.css';

interface Props {
  /** A dialog is open. */
  busy: boolean;
  /** The button that starts again with WeCom. */
  wecomAgain: ReactNode;
  onEnd(outcome: Outcome): void;
}

/** After the return from the company's sign-in page: checks the access code. */
export function SsoReturn({ busy, wecomAgain, onEnd }: Props) {
  const t = useTranslate();
  const page = usePageContext();
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
    if (state.at !== 'finished') return;
    // The company has answered: there is nothing to start again.
    remove('company');
    onEnd(state.outcome);
  });
  useEffect(() => onState(), [state]);

  if (state.at === 'failed') return <Failed {...state} wecomAgain={wecomAgain} onRetry={() => send({ is: 'retry' })} />;
  const fromCompany = <WayFrom icon={<Icon d={icons.office} size={36} />} />;
  // Behind a dialog.
  if (busy) return <PageMessage picture={fromCompany} title={t(cameFromWecom() ? 'way.wecom' : 'page.ssoMiddle')} />;
  return (
    <div className={css.checking} role="status">
      <PageMessage picture={fromCompany} title={t('sso.loading')} lead={t('sso.loading.lead')}>
        <span className={css.spinner}>
          <Spinner />
        </span>
      </PageMessage>
    </div>
  );
}

type FailedProps = Omit<SsoReturnState & { at: 'failed' }, 'at'> & Pick<Props, 'wecomAgain'> & { onRetry(): void };

/** A toast says why; when it is gone, the page does. */
function Failed({ reason, failure, wecomAgain, onRetry }: FailedProps) {
  const t = useTranslate();
  const toast = useToast();
  const page = usePageContext();
  const [toastGone, setToastGone] = useState(false);
  const retryButton = useRef<HTMLButtonElement>(null);
  const [byWecom] = useState(cameFromWecom);
  const retryHelps = reason === 'noResponse' || reason === 'refused';
  // An access code that does not fit into a header is never sent, so the service has no message for it.
  const expired = reason === 'ssoExpired' && failure === 'unknown';
  const text =
    (expired ? t('sso.sessionExpired') : failureText(t, failure)) ||
    // Without a translation, show the message in the language of the service.
    (typeof failure === 'object' && (typeof failure.message === 'string' ? failure.message : failure.message.text));
  const sayWhy = useEffectEvent(() => {
    if (text) toast(text, () => setToastGone(true));
    retryButton.current?.focus();
  });
  useEffect(() => sayWhy(), []);

  const icon = byWecom ? <WecomGlyph size={36} /> : <Icon d={icons.office} size={36} />;
  return (
    <PageMessage
      picture={<WayFrom icon={icon} broken />}
      title={t(byWecom ? 'wecom.failed' : 'sso.failed')}
      lead={toastGone && text}
    >
      {retryHelps && (
        <Button ref={retryButton} kind="main" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      )}
      {!byWecom && (
        <ButtonLink kind={retryHelps ? 'plain' : 'main'} href={signInAgainUrl(page, { appSsoLogin: 'true' })}>
          {t('sso.again')}
        </ButtonLink>
      )}
      {byWecom && !retryHelps && wecomAgain}
      {(byWecom || !retryHelps) && <ButtonLink href={signInAgainUrl(page)}>{t('bound.other')}</ButtonLink>}
    </PageMessage>
  );
}
