import { useEffect, useEffectEvent, useRef } from 'react';
import { dialogWidths } from '@foyer/contract/limits';
import { transferLogin } from '@foyer/contract/flows/one-click-login';
import { unknownMasked } from '@foyer/contract/rules/account-rules';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { failureText } from '../../platform/i18n/failure.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { secondsLeft, useNow } from '../../platform/machine/use-now.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Outcome } from '../outcome.ts';
import { oneClickLogin } from './one-click-login.machine.ts';
import css from './one-click-login.module.css';

interface Props {
  outcome: Outcome & { is: 'mobileAlreadyBound' };
  /** Without a countdown: only the button signs in. */
  stopped: boolean | undefined;
  onEnd(outcome: Outcome): void;
  onCancel(): void;
}

const credentials = {
  wechat: 'PC_WE_CHAT_USER_TRANSFER',
  dingtalk: 'PC_DING_USER_TRANSFER',
  alipay: 'PC_ALI_PAY_USER_TRANSFER',
} as const;

/** The app has given a mobile number that has an account: one click signs in to it, or a countdown does. */
export function OneClickLogin({ outcome, stopped, onEnd, onCancel }: Props) {
  const t = useTranslate();
  const { api, params } = usePageContext();
  const { app, userInfoContextId, principal = unknownMasked } = outcome;

  const [state, send] = useMachine(() =>
    oneClickLogin((signal) => {
      const redirectUrl = params.redirects[0];
      const request = {
        data: { userInfoContextId },
        credentials: credentials[app],
        ...(redirectUrl && { redirectUrl }),
      };
      return api(transferLogin, request, { signal });
    }, stopped),
  );
  const confirm = useRef<HTMLButtonElement>(null);
  const until = state.at === 'counting' ? state.until : undefined;
  const now = useNow(until);

  useEffect(() => {
    const onVisibility = () => send({ is: document.visibilityState === 'hidden' ? 'hidden' : 'visible' });
    onVisibility();
    document.addEventListener('visibilitychange', onVisibility);
    return () => document.removeEventListener('visibilitychange', onVisibility);
  }, [send]);

  const onState = useEffectEvent(() => {
    if (state.at === 'finished') onEnd(state.outcome);
  });
  useEffect(() => onState(), [state]);

  function stop() {
    send({ is: 'stop' });
    // The stop button disappears: move the focus.
    confirm.current!.focus();
  }

  const busy = state.at === 'signingIn' || state.at === 'finished';
  const tooLate = state.at === 'tooLate';
  const failure = state.at === 'waiting' && state.failure;
  return (
    <Dialog
      title={t('bound.title')}
      width={dialogWidths.oneClick}
      closeLabel={t('common.close')}
      busy={busy}
      onCancel={onCancel}
    >
      <p>{t('bound.desc', { mobile: principal })}</p>
      <div className={css.count}>
        {until !== undefined && (
          <>
            <span role="timer">{t('bound.countdown', { s: secondsLeft(until, now) })}</span>
            <Button kind="text" onClick={stop}>
              {t('bound.stop')}
            </Button>
          </>
        )}
      </div>
      <Notice>{tooLate ? t('common.tooLate') : failure && failureText(t, failure)}</Notice>
      <DialogButtons>
        {!tooLate && (
          <Button disabled={busy} onClick={onCancel}>
            {t('bound.other')}
          </Button>
        )}
        <Button ref={confirm} kind="main" busy={busy} onClick={() => (tooLate ? onCancel() : send({ is: 'signIn' }))}>
          {t(tooLate ? 'back.signIn' : busy ? 'login.submitting' : 'bound.confirm')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
