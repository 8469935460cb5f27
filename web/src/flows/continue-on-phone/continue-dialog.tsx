import { useEffect, useEffectEvent } from 'react';
import { pollHandoff, startHandoff } from '@foyer/contract/flows/continue-on-phone';
import { dialogWidths } from '@foyer/contract/layout-sizes';
import { qr } from '@foyer/contract/limits';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { redirectParam } from '../../platform/api/redirect-param.ts';
import { failureText } from '../../platform/i18n/failure.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import { Steps } from '../../ui/page/steps.tsx';
import { QrBox } from '../../ui/qr/qr-box.tsx';
import { QrPicture } from '../../ui/qr/qr-picture.tsx';
import type { Outcome } from '../outcome.ts';
import css from './continue-dialog.module.css';
import { type ComputerState, continueOnPhone } from './continue-on-phone.machine.ts';

interface Props {
  /** Without an outcome: the person has closed it. */
  onEnd(outcome?: Outcome): void;
}

/** On the computer: a QR code that a phone opens, then the number to type there. */
export function ContinueDialog({ onEnd }: Props) {
  const t = useTranslate();
  const { api, config, params } = usePageContext();
  const [state, send] = useMachine(() =>
    continueOnPhone({
      start: (replaces, signal) =>
        api(startHandoff, { ...(replaces && { replaces }), ...redirectParam(params) }, { signal }),
      poll: (handoffId, signal) => api(pollHandoff, { handoffId }, { signal }),
    }),
  );
  const end = useEffectEvent(() => state.at === 'finished' && onEnd(state.outcome));
  useEffect(() => void end(), [state]);
  const url = state.at === 'shown' ? `${config.origin}${pageRoutes.continueOnPhone}#${state.link.token}` : undefined;
  const number = state.at === 'shown' ? state.number : undefined;
  // Once a phone has opened the link, or it has ended, there is nothing to scan.
  const showsCode = state.at === 'loading' || (state.at === 'shown' && !state.opened && number === undefined);

  return (
    <Dialog
      title={t('phone.title')}
      lead={showsCode ? t('handoff.lead') : undefined}
      width={dialogWidths.confirm}
      closeLabel={t('common.close')}
      onCancel={() => onEnd()}
    >
      <Steps at={state.at}>
        {showsCode && (
          <div className={css.code}>
            <QrBox>{url && <QrPicture content={url} label={t('handoff.qr')} size={qr.boxPixels} />}</QrBox>
          </div>
        )}
        <div className={css.status} role="status" tabIndex={-1}>
          {number !== undefined && <b className={css.number}>{number}</b>}
          <p>{statusOf(state)}</p>
        </div>
        {config.phone && url && number === undefined && (
          <p className={css.sandbox}>
            <a href={url} target="_blank" rel="noopener">
              {t('handoff.sandbox')}
              <span className="visually-hidden">{t('login.newTab')}</span>
            </a>
          </p>
        )}
        {state.at === 'ended' && (
          <DialogButtons>
            <Button kind="main" onClick={() => send({ is: 'again' })}>
              {t('handoff.again')}
            </Button>
          </DialogButtons>
        )}
      </Steps>
    </Dialog>
  );

  function statusOf(now: ComputerState) {
    switch (now.at) {
      case 'loading':
      case 'finished':
        return t('common.loading');
      case 'shown':
        return t(now.number !== undefined ? 'handoff.number' : now.opened ? 'handoff.opened' : 'handoff.lasts');
      case 'ended':
        return typeof now.why === 'string' ? t(`handoff.${now.why}`) : failureText(t, now.why.failure);
    }
  }
}
