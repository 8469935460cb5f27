import { useEffect } from 'react';
import type { DataOf } from '@foyer/contract/call';
import { answerAccessQuestion, getAccessQuestion } from '@foyer/contract/flows/oidc-provider';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { answers } from '../../parts/one-question/answers.ts';
import { oneQuestion } from '../../parts/one-question/one-question.machine.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { navigate } from '../../platform/navigation/navigate.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Notice } from '../../ui/dialogs/notice.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { PageMessage } from '../../ui/page/page-message.tsx';
import { accountIcons } from '../../ui/icons/account-icons.ts';
import { MissingSeal, WayFrom } from '../../ui/icons/pictures.tsx';
import css from './access-question.module.css';
import { AskedList } from './asked-list.tsx';

const expired = { is: 'authorisationExpired', data: undefined } as const;

/** Shows which application of someone else asks for what, for the person to allow or decline. */
export function AccessQuestion({ uid }: { uid: string }) {
  const t = useTranslate();
  const { api, config, language } = usePageContext();
  const [state, send] = useMachine(() =>
    oneQuestion<DataOf<typeof getAccessQuestion>, DataOf<typeof answerAccessQuestion>>({
      load: async (signal) => (uid ? api(getAccessQuestion, { uid }, { signal }) : expired),
      answer: (allowed) => api(answerAccessQuestion, { uid, allowed }),
    }),
  );
  const url = state.at === 'answered' ? state.data.url : undefined;
  useEffect(() => {
    if (url !== undefined) navigate(url);
  }, [url]);

  switch (state.at) {
    case 'loading':
      return (
        <>
          <PageHead title={t('page.applicationAccess')} />
          <p role="status">{t('common.loading')}</p>
        </>
      );
    case 'notLoaded':
      return (
        <PageMessage picture={<MissingSeal />} title={t('page.applicationAccess')}>
          <Notice failure={state.failure} />
          <Button kind="main" onClick={() => send({ is: 'retry' })}>
            {t('common.retry')}
          </Button>
        </PageMessage>
      );
    case 'asked':
    case 'answering':
    case 'answered': {
      const { application, host, account, scopes, attributes, signInUrl } = state.question;
      const { chosen, button } = answers(state, send);
      return (
        <div className={css.page}>
          <div className={css.marks}>
            <WayFrom icon={<Icon d={accountIcons.application} size={36} />} />
          </div>
          <PageHead title={t('access.title', { application, brand: config.brand[language] })} />
          {host && (
            <p className={css.host}>
              <bdi>{host}</bdi>
            </p>
          )}
          <p className={css.account}>
            {t('access.account', { account })} <a href={signInUrl}>{t('access.other')}</a>
          </p>
          <AskedList lead={t('access.lead')} scopes={scopes} attributes={attributes} />
          <div className={css.answers}>
            <Notice failure={state.at === 'asked' ? state.failure : undefined} />
            <Button kind="main" {...button(true)}>
              {t(chosen ? 'access.allowing' : 'access.allow')}
            </Button>
            <Button {...button(false)}>{t('access.decline')}</Button>
          </div>
        </div>
      );
    }
    case 'expired':
      return (
        <div role="status">
          <PageMessage picture={<MissingSeal />} title={t('access.ended')} lead={t('application.startAgain')}>
            <ButtonLink href={pageRoutes.login}>{t('back.signIn')}</ButtonLink>
          </PageMessage>
        </div>
      );
  }
}
