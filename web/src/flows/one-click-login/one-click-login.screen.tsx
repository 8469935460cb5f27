import { useEffect, useEffectEvent, useRef } from 'react';
import { dialogWidths } from '@foyer/contract/sizes';
import { transferLogin } from '@foyer/contract/flows/one-click-login';
import { useTexts } from '../../platform/i18n/texts.ts';
import { sayTrouble } from '../../platform/i18n/failure.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { secondsLeft, useNow } from '../../platform/machine/use-now.ts';
import { useVisit } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Outcome } from '../outcome.ts';
import { oneClickLogin } from './one-click-login.machine.ts';
import css from './one-click-login.module.css';

interface Props {
  known: Outcome & { is: 'mobileAlreadyBound' };
  /** Only the button signs in. */
  stopped: boolean | undefined;
  onEnd(outcome: Outcome): void;
  onCancel(): void;
}

const credentials = {
  wechat: 'PC_WE_CHAT_USER_TRANSFER',
  dingtalk: 'PC_DING_USER_TRANSFER',
  alipay: 'PC_ALI_PAY_USER_TRANSFER',
} as const;

/** The app vouches for a number that has an account: signing in to it takes one click, or none. */
export function OneClickLogin({ known, stopped, onEnd, onCancel }: Props) {
  const say = useTexts();
  const { api, params } = useVisit();
  const { app, userInfoContextId, principal = '' } = known;

  const [state, send] = useMachine(() =>
    oneClickLogin((signal) => {
      const redirectUrl = params.redirects[0];
      const ask = { data: { userInfoContextId }, credentials: credentials[app], ...(redirectUrl && { redirectUrl }) };
      return api(transferLogin, ask, { signal });
    }, stopped),
  );
  const confirm = useRef<HTMLButtonElement>(null);
  const until = state.at === 'counting' ? state.until : undefined;
  const now = useNow(until);

  useEffect(() => {
    const look = () => send({ is: document.visibilityState === 'hidden' ? 'hidden' : 'seen' });
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [send]);

  const react = useEffectEvent(() => {
    if (state.at === 'ended') onEnd(state.outcome);
  });
  useEffect(() => react(), [state]);

  function stop() {
    send({ is: 'stop' });
    // The button that was pressed goes.
    confirm.current!.focus();
  }

  const busy = state.at === 'signingIn' || state.at === 'ended';
  const tooLate = state.at === 'tooLate';
  const trouble = state.at === 'waiting' && state.trouble;
  return (
    <Dialog
      title={say('bound.title')}
      width={dialogWidths.oneClick}
      closeLabel={say('common.close')}
      busy={busy}
      onCancel={onCancel}
    >
      <p>{say('bound.desc', { mobile: principal })}</p>
      <div className={css.count}>
        {until !== undefined && (
          <>
            <span role="timer">{say('bound.countdown', { s: secondsLeft(until, now) })}</span>
            <Button kind="text" onClick={stop}>
              {say('bound.stop')}
            </Button>
          </>
        )}
      </div>
      <Notice>{tooLate ? say('common.tooLate') : trouble && sayTrouble(say, trouble)}</Notice>
      <DialogButtons>
        {!tooLate && (
          <Button disabled={busy} onClick={onCancel}>
            {say('bound.other')}
          </Button>
        )}
        <Button
          ref={confirm}
          kind="main"
          disabled={busy}
          onClick={() => (tooLate ? onCancel() : send({ is: 'signIn' }))}
        >
          {say(tooLate ? 'back.signIn' : busy ? 'login.submitting' : 'bound.confirm')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
