import { useEffect } from 'react';
import type { DataOf } from '@foyer/contract/call';
import { answerDeviceQuestion, getDeviceQuestion } from '@foyer/contract/flows/oidc-provider';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { Offer } from '../../parts/offer/offer.tsx';
import { answers } from '../../parts/one-question/answers.ts';
import { BeforeQuestion } from '../../parts/one-question/before-question.tsx';
import { oneQuestion } from '../../parts/one-question/one-question.machine.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { navigate } from '../../platform/navigation/navigate.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/dialogs/notice.tsx';
import { MissingSeal, SealedDocument } from '../../ui/icons/pictures.tsx';
import { PageMessage } from '../../ui/page/page-message.tsx';
import { AskedList } from './asked-list.tsx';
import css from './device-question.module.css';

/** Shows which device wants to use the account, for the person to allow or refuse. */
export function DeviceQuestion({ uid }: { uid: string }) {
  const t = useTranslate();
  const { api, config, language } = usePageContext();
  const [state, send] = useMachine(() =>
    oneQuestion<DataOf<typeof getDeviceQuestion>, DataOf<typeof answerDeviceQuestion>>({
      load: (signal) => api(getDeviceQuestion, { uid }, { signal }),
      answer: (allowed) => api(answerDeviceQuestion, { uid, allowed }),
    }),
  );
  const url = state.at === 'answered' ? state.data.url : undefined;
  useEffect(() => {
    if (url !== undefined) navigate(url);
  }, [url]);

  switch (state.at) {
    case 'loading':
      return <BeforeQuestion title={t('page.deviceConfirm')} />;
    case 'notLoaded':
      return (
        <BeforeQuestion title={t('page.deviceConfirm')} failure={state.failure} onRetry={() => send({ is: 'retry' })} />
      );
    case 'asked':
    case 'answering':
    case 'answered': {
      if (state.at === 'answered' && !state.agreed) return <DeviceEnd end="declined" />;
      const { application, account, scopes, attributes, signInUrl, otherNetwork, elsewhere } = state.question;
      const { chosen, button } = answers(state, send);
      return (
        <Offer
          offer={state.question}
          title={t('device.ask', { application })}
          lead={t('device.ask.lead', { account, brand: config.brand[language] })}
          advice={t('device.advice')}
        >
          {otherNetwork && !elsewhere && <p className={css.network}>{t('device.otherNetwork')}</p>}
          {scopes.length > 0 && <AskedList lead={t('device.others')} scopes={scopes} attributes={attributes} />}
          <Notice failure={state.at === 'asked' ? state.failure : undefined} />
          <Button kind="main" {...button(true)}>
            {t(chosen ? 'device.connecting' : 'device.connect')}
          </Button>
          <Button {...button(false)}>{t('device.refuse')}</Button>
          <p className={css.other}>
            <a href={signInUrl}>{t('access.other')}</a>
          </p>
        </Offer>
      );
    }
    case 'expired':
      return <DeviceEnd end="ended" />;
  }
}

export const deviceEnds = ['connected', 'declined', 'ended'] as const;

interface EndProps {
  end: (typeof deviceEnds)[number];
}

/** How it has ended, and what to do next. */
export function DeviceEnd({ end }: EndProps) {
  const t = useTranslate();
  return (
    <div role="status">
      <PageMessage
        picture={end === 'connected' ? <SealedDocument /> : <MissingSeal />}
        title={t(`device.${end}`)}
        lead={t(`device.${end}.lead`)}
      >
        {end === 'ended' ? (
          <ButtonLink kind="main" href={pageRoutes.device}>
            {t('device.again')}
          </ButtonLink>
        ) : (
          <ButtonLink href={pageRoutes.account}>{t('device.checkAccount')}</ButtonLink>
        )}
      </PageMessage>
    </div>
  );
}
