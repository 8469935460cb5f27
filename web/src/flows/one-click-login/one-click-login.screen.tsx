import { useEffect, useEffectEvent, useRef } from 'react';
import { wireOf } from '@foyer/contract/apps/wire-of-apps';
import { dialogWidths } from '@foyer/contract/layout-sizes';
import { oneClick } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import { transferLogin } from '@foyer/contract/flows/one-click-login';
import { unknownMasked } from '@foyer/contract/rules/account-rules';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { secondsLeft, useNow } from '../../platform/machine/use-now.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { redirectParam } from '../../platform/api/redirect-param.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Notice } from '../../ui/dialogs/notice.tsx';
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

const person = 'M8 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0M4.5 20c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5';

/** The app has given a mobile number that has an account: one click signs in to it, or a countdown does. */
export function OneClickLogin({ outcome, stopped, onEnd, onCancel }: Props) {
  const t = useTranslate();
  const { api, params } = usePageContext();
  const { app, userInfoContextId, principal = unknownMasked } = outcome;

  const [state, send] = useMachine(() =>
    oneClickLogin((signal) => {
      const request = {
        data: { userInfoContextId },
        credentials: wireOf[app].transfer,
        ...redirectParam(params),
      };
      return api(transferLogin, request, { signal });
    }, stopped),
  );
  const confirm = useRef<HTMLButtonElement>(null);
  const until = state.at === 'counting' ? state.until : undefined;
  const now = useNow(until);
  const left = until === undefined ? undefined : secondsLeft(until, now);

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
  const failure = state.at === 'waiting' ? state.failure : undefined;
  return (
    <Dialog
      title={t('bound.title')}
      lead={t('bound.desc', { mobile: principal })}
      picture={<Countdown left={left} />}
      width={dialogWidths.oneClick}
      busy={busy}
      onCancel={onCancel}
    >
      {left !== undefined && (
        <span role="timer" className="visually-hidden">
          {t('bound.countdown', { s: left })}
        </span>
      )}
      <Notice failure={failure}>{tooLate && t('common.tooLate')}</Notice>
      <Button ref={confirm} kind="main" busy={busy} onClick={() => (tooLate ? onCancel() : send({ is: 'signIn' }))}>
        <span>
          {t(tooLate ? 'back.signIn' : busy ? 'login.submitting' : 'bound.confirm')}
          {left !== undefined && <span aria-hidden="true"> · {t('bound.seconds', { s: left })}</span>}
        </span>
      </Button>
      {!tooLate && (
        <DialogButtons>
          {left !== undefined && <Button onClick={stop}>{t('bound.stop')}</Button>}
          <Button disabled={busy} onClick={onCancel}>
            {t('bound.other')}
          </Button>
        </DialogButtons>
      )}
    </Dialog>
  );
}

/** A ring round a person that shows how much of the countdown is left; an empty one without a countdown. */
const Countdown = ({ left = 0 }: { left?: number | undefined }) => (
  <div className={css.person}>
    <svg className={css.ring} viewBox="0 0 84 84" aria-hidden="true">
      <circle cx="42" cy="42" r="39" />
      {left > 0 && (
        <circle
          className={css.left}
          cx="42"
          cy="42"
          r="39"
          pathLength={1}
          strokeDasharray={1}
          strokeDashoffset={1 - left / (oneClick.countdown / seconds(1))}
        />
      )}
    </svg>
    <Icon d={person} size={32} />
  </div>
);
