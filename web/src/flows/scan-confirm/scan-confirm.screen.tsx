import { type ScanOffer, answerScan, getScanOffer } from '@foyer/contract/flows/scan-confirm';
import { Offer } from '../../parts/offer/offer.tsx';
import { answers } from '../../parts/one-question/answers.ts';
import { BeforeQuestion } from '../../parts/one-question/before-question.tsx';
import { oneQuestion } from '../../parts/one-question/one-question.machine.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/dialogs/notice.tsx';
import { PageMessage } from '../../ui/page/page-message.tsx';
import { MissingSeal, SealedDocument } from '../../ui/icons/pictures.tsx';

/** On the phone: shows which browser wants to sign in, for the person who scanned to confirm or decline. */
export function ScanConfirm({ ticket }: { ticket: string }) {
  const t = useTranslate();
  const { api } = usePageContext();
  const [state, send] = useMachine(() =>
    oneQuestion<ScanOffer, unknown>({
      load: (signal) => api(getScanOffer, { ticket }, { signal }),
      answer: (confirmed) => api(answerScan, { ticket, confirmed }),
    }),
  );

  switch (state.at) {
    case 'loading':
      return <BeforeQuestion title={t('page.scanConfirm')} />;
    case 'notLoaded':
      return (
        <BeforeQuestion title={t('page.scanConfirm')} failure={state.failure} onRetry={() => send({ is: 'retry' })} />
      );
    case 'asked':
    case 'answering': {
      const offer = state.question;
      const { chosen, button } = answers(state, send);
      const { account } = offer;
      const link = account && { app: t(`qr.switch.${offer.app}`), account };
      return (
        <Offer
          offer={offer}
          title={link ? t('scan.link.ask', link) : t('scan.ask')}
          lead={link ? t('scan.link.lead', link) : t('scan.lead')}
          advice={t(link ? 'scan.link.advice' : 'scan.advice')}
        >
          <Notice failure={state.at === 'asked' ? state.failure : undefined} />
          <Button kind="main" {...button(true)}>
            {t(link ? 'scan.link.confirm' : chosen ? 'login.submitting' : 'scan.confirm')}
          </Button>
          <Button {...button(false)}>{t(link ? 'scan.link.decline' : 'scan.decline')}</Button>
        </Offer>
      );
    }
    case 'answered': {
      const what = state.question.account === undefined ? 'scan' : 'scan.link';
      return (
        <div role="status">
          <PageMessage
            picture={state.agreed ? <SealedDocument /> : <MissingSeal />}
            title={t(`${what}.${state.agreed ? 'confirmed' : 'declined'}`)}
            lead={t(state.agreed ? 'scan.confirmed.lead' : `${what}.declined.lead`)}
          />
        </div>
      );
    }
    case 'expired':
      return (
        <div role="status">
          <PageMessage picture={<MissingSeal />} title={t('scan.gone')} lead={t('scan.gone.lead')} />
        </div>
      );
  }
}
