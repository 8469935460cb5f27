import { answerScan, askScanOffer } from '@foyer/contract/flows/scan-confirm';
import { useTexts } from '../../platform/i18n/texts.ts';
import { sayTrouble } from '../../platform/i18n/failure.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { useVisit } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { scanConfirm } from './scan-confirm.machine.ts';
import css from './scan-confirm.module.css';
import { ScanOfferList } from './scan-offer-list.tsx';

const gone = { is: 'authorisationExpired', data: undefined } as const;

/** On the phone: who wants to sign in where, and whether that is the person who scanned. */
export function ScanConfirm({ ticket }: { ticket: string }) {
  const say = useTexts();
  const { api } = useVisit();
  const [state, send] = useMachine(() =>
    scanConfirm({
      read: async (signal) => (ticket ? api(askScanOffer, { ticket }, { signal }) : gone),
      answer: (confirmed) => api(answerScan, { ticket, confirmed }),
    }),
  );

  switch (state.at) {
    case 'reading':
      return <p role="status">{say('common.loading')}</p>;
    case 'unread':
      return (
        <>
          <Notice>{sayTrouble(say, state.trouble)}</Notice>
          <Button onClick={() => send({ is: 'retry' })}>{say('common.retry')}</Button>
        </>
      );
    case 'offered':
    case 'answering': {
      const busy = state.at === 'answering';
      return (
        <>
          {state.offer.elsewhere && <p className={css.warning}>{say('scan.elsewhere')}</p>}
          <p>{say('scan.ask')}</p>
          <ScanOfferList offer={state.offer} />
          <p className={css.advice}>{say('scan.advice')}</p>
          <Notice>{state.at === 'offered' && state.trouble && sayTrouble(say, state.trouble)}</Notice>
          <DialogButtons>
            <Button disabled={busy} onClick={() => send({ is: 'answer', confirmed: false })}>
              {say('scan.decline')}
            </Button>
            <Button kind="main" disabled={busy} onClick={() => send({ is: 'answer', confirmed: true })}>
              {say('scan.confirm')}
            </Button>
          </DialogButtons>
        </>
      );
    }
    case 'answered':
      return <p role="status">{say(state.confirmed ? 'scan.confirmed' : 'scan.declined')}</p>;
    case 'gone':
      return <p role="status">{say('scan.gone')}</p>;
  }
}
