import { answerScan, getScanOffer } from '@foyer/contract/flows/scan-confirm';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { failureText } from '../../platform/i18n/failure.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { scanConfirm } from './scan-confirm.machine.ts';
import css from './scan-confirm.module.css';
import { ScanOfferList } from './scan-offer-list.tsx';

const expired = { is: 'authorisationExpired', data: undefined } as const;

/** On the phone: shows which browser wants to sign in, for the person who scanned to confirm or decline. */
export function ScanConfirm({ ticket }: { ticket: string }) {
  const t = useTranslate();
  const { api } = usePageContext();
  const [state, send] = useMachine(() =>
    scanConfirm({
      load: async (signal) => (ticket ? api(getScanOffer, { ticket }, { signal }) : expired),
      answer: (confirmed) => api(answerScan, { ticket, confirmed }),
    }),
  );

  switch (state.at) {
    case 'loading':
      return <p role="status">{t('common.loading')}</p>;
    case 'notLoaded':
      return (
        <>
          <Notice>{failureText(t, state.failure)}</Notice>
          <Button onClick={() => send({ is: 'retry' })}>{t('common.retry')}</Button>
        </>
      );
    case 'offered':
    case 'answering': {
      const busy = state.at === 'answering';
      return (
        <>
          {state.offer.elsewhere && <p className={css.warning}>{t('scan.elsewhere')}</p>}
          <p>{t('scan.ask')}</p>
          <ScanOfferList offer={state.offer} />
          <p className={css.advice}>{t('scan.advice')}</p>
          <Notice>{state.at === 'offered' && state.failure && failureText(t, state.failure)}</Notice>
          <DialogButtons>
            <Button disabled={busy} onClick={() => send({ is: 'answer', confirmed: false })}>
              {t('scan.decline')}
            </Button>
            <Button kind="main" busy={busy} onClick={() => send({ is: 'answer', confirmed: true })}>
              {t('scan.confirm')}
            </Button>
          </DialogButtons>
        </>
      );
    }
    case 'answered':
      return <p role="status">{t(state.confirmed ? 'scan.confirmed' : 'scan.declined')}</p>;
    case 'expired':
      return <p role="status">{t('scan.gone')}</p>;
  }
}
