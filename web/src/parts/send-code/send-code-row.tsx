import { code } from '@foyer/contract/limits';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { secondsLeft, useNow } from '../../platform/machine/use-now.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import css from './send-code-row.module.css';
import type { SendCodeState } from './send-code.machine.ts';

/** The button that sends a code and counts down, and help for a code that does not arrive. */
export function SendCodeRow({ state, onPress }: { state: SendCodeState; onPress(): void }) {
  const t = useTranslate();
  const until = state.at === 'waiting' ? state.until : undefined;
  const now = useNow(until);
  const delayed =
    state.at === 'waiting' ? now - state.sentAt >= code.delayedAfter : state.at === 'ready' && state.sentBefore;

  return (
    <div className={css.row}>
      <p role="status" className={css.sent}>
        {state.at === 'waiting' && t('code.sentTo', { target: state.sentTo })}
      </p>
      <Button kind="text" disabled={state.at !== 'ready'} onClick={onPress}>
        {label()}
      </Button>
      {delayed && <DelayedHelp />}
    </div>
  );

  function label() {
    switch (state.at) {
      case 'ready':
        return t(state.sentBefore ? 'code.getAgain' : 'code.get');
      case 'checking':
        return t('captcha.verifying');
      case 'sending':
        return t('code.sending');
      case 'waiting':
        return t('code.countdown', { s: secondsLeft(state.until, now) });
    }
  }
}

function DelayedHelp() {
  const t = useTranslate();
  const { config } = usePageContext();
  return (
    <details className={css.late}>
      <summary>{t('code.late')}</summary>
      <p>
        {t('code.late.try')} <a href={`mailto:${config.support}`}>{config.support}</a>
      </p>
    </details>
  );
}
