import { type ScanOffer, answerScan, getScanOffer } from '@foyer/contract/flows/scan-confirm';
import { oneQuestion } from '../../parts/one-question/one-question.machine.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { failureText } from '../../platform/i18n/failure.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Icon, icons } from '../../ui/icons/icon.tsx';
import { Notice } from '../../ui/dialogs/notice.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { PageMessage } from '../../ui/page/page-message.tsx';
import { MissingSeal, SealedDocument } from '../../ui/icons/pictures.tsx';
import { DocumentStrip } from '../../ui/page/request-strip.tsx';
import css from './scan-confirm.module.css';
import { ScanOfferList } from './scan-offer-list.tsx';

const laptop =
  'M6.5 5h11A1.5 1.5 0 0 1 19 6.5v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 13.5v-7A1.5 1.5 0 0 1 6.5 5ZM2.5 18.5h19';
const shield = 'M12 3 5 5.5v6c0 4.5 3 7.5 7 9.5 4-2 7-5 7-9.5v-6ZM9 12l2.2 2.2L15.5 10';

const expired = { is: 'authorisationExpired', data: undefined } as const;

/** On the phone: shows which browser wants to sign in, for the person who scanned to confirm or decline. */
export function ScanConfirm({ ticket }: { ticket: string }) {
  const t = useTranslate();
  const { api } = usePageContext();
  const [state, send] = useMachine(() =>
    oneQuestion<ScanOffer, unknown>({
      load: async (signal) => (ticket ? api(getScanOffer, { ticket }, { signal }) : expired),
      answer: (confirmed) => api(answerScan, { ticket, confirmed }),
    }),
  );

  switch (state.at) {
    case 'loading':
      return (
        <PageMessage picture={<Device />} title={t('page.scanConfirm')}>
          <p role="status">{t('common.loading')}</p>
        </PageMessage>
      );
    case 'notLoaded':
      return (
        <PageMessage picture={<Device />} title={t('page.scanConfirm')}>
          <Notice>{failureText(t, state.failure)}</Notice>
          <Button kind="main" onClick={() => send({ is: 'retry' })}>
            {t('common.retry')}
          </Button>
        </PageMessage>
      );
    case 'asked':
    case 'answering': {
      const offer = state.question;
      const answering = state.at === 'answering' ? state.agreed : undefined;
      const busy = answering !== undefined;
      const { account } = offer;
      const link = account && { app: t(`qr.switch.${offer.app}`), account };
      return (
        <div className={css.page}>
          {offer.document && <DocumentStrip document={offer.document} place="block" />}
          <div className={css.head}>
            <Device />
            <PageHead
              title={link ? t('scan.link.ask', link) : t('scan.ask')}
              lead={link ? t('scan.link.lead', link) : t('scan.lead')}
            />
          </div>
          {offer.elsewhere && (
            <p className={css.warning}>
              <Icon d={icons.alert} />
              {t('scan.elsewhere')}
            </p>
          )}
          <ScanOfferList offer={offer} />
          <p className={css.advice}>
            <Icon d={shield} />
            {t(link ? 'scan.link.advice' : 'scan.advice')}
          </p>
          <div className={css.answers}>
            <Notice>{state.at === 'asked' && state.failure && failureText(t, state.failure)}</Notice>
            <Button
              kind="main"
              disabled={busy}
              busy={answering === true}
              onClick={() => send({ is: 'answer', agreed: true })}
            >
              {t(link ? 'scan.link.confirm' : answering ? 'login.submitting' : 'scan.confirm')}
            </Button>
            <Button disabled={busy} busy={answering === false} onClick={() => send({ is: 'answer', agreed: false })}>
              {t(link ? 'scan.link.decline' : 'scan.decline')}
            </Button>
          </div>
        </div>
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

const Device = () => (
  <div className={css.device}>
    <Icon d={laptop} size={36} />
  </div>
);
