import { code } from '@foyer/contract/limits';
import { useTexts } from '../../platform/i18n/texts.ts';
import { secondsLeft, useNow } from '../../platform/machine/use-now.ts';
import { useVisit } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import css from './send-code-row.module.css';
import type { SendCodeState } from './send-code.machine.ts';

/** The button that sends a code and counts down, and after a while what to do when none arrives. */
export function SendCodeRow({ state, onPress }: { state: SendCodeState; onPress(): void }) {
  const say = useTexts();
  const until = state.at === 'waiting' ? state.until : undefined;
  const now = useNow(until);
  const late =
    state.at === 'waiting' ? now - state.sentAt >= code.notArrivingAfter : state.at === 'ready' && state.sentBefore;

  return (
    <div className={css.row}>
      <p role="status" className={css.sent}>
        {state.at === 'waiting' && say('code.sentTo', { target: state.sentTo })}
      </p>
      <Button kind="text" disabled={state.at !== 'ready'} onClick={onPress}>
        {label()}
      </Button>
      {late && <NotArriving />}
    </div>
  );

  function label() {
    switch (state.at) {
      case 'ready':
        return say(state.sentBefore ? 'code.getAgain' : 'code.get');
      case 'checking':
        return say('captcha.verifying');
      case 'sending':
        return say('code.sending');
      case 'waiting':
        return say('code.countdown', { s: secondsLeft(state.until, now) });
    }
  }
}

function NotArriving() {
  const say = useTexts();
  const { config } = useVisit();
  return (
    <details className={css.late}>
      <summary>{say('code.late')}</summary>
      <p>
        {say('code.late.try')} <a href={`mailto:${config.support}`}>{config.support}</a>
      </p>
    </details>
  );
}
