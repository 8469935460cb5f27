import { useEffect, useEffectEvent } from 'react';
import { getClosure, keepAccount } from '@foyer/contract/flows/close-account';
import { logOut } from '@foyer/contract/flows/session';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { shortTime, useTranslate } from '../../platform/i18n/texts.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { navigate } from '../../platform/navigation/navigate.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/dialogs/notice.tsx';
import { PageMessage } from '../../ui/page/page-message.tsx';
import { MissingSeal, UnsealedDocument } from '../../ui/icons/pictures.tsx';
import { keepOrLeave } from './keep-account.machine.ts';

/** A person who signs in to an account that is to be closed decides whether to keep it. */
export function KeepAccount() {
  const t = useTranslate();
  const { api, language, params } = usePageContext();
  const [redirectUrl] = params.redirects;
  const [state, send] = useMachine(() =>
    keepOrLeave({
      load: (signal) => api(getClosure, {}, { signal }),
      keep: () => api(keepAccount, redirectUrl ? { redirectUrl } : {}),
      leave: () => api(logOut, {}),
    }),
  );
  const onState = useEffectEvent(() => {
    if (state.at === 'left') navigate(state.url ?? pageRoutes.login);
  });
  useEffect(() => onState(), [state]);

  if (state.at === 'loading' || state.at === 'left') return <p role="status">{t('common.loading')}</p>;
  if (state.at === 'notLoaded')
    return (
      <PageMessage picture={<MissingSeal />} title={t('page.keepAccount')}>
        <Notice failure={state.failure} />
        <Button kind="main" onClick={() => send({ is: 'retry' })}>
          {t('common.retry')}
        </Button>
      </PageMessage>
    );
  const busy = state.at !== 'asking';
  return (
    <PageMessage
      picture={<UnsealedDocument />}
      title={t('keep.title')}
      lead={t('keep.lead', { time: shortTime(state.closesAt, language) })}
    >
      <Notice failure={state.at === 'asking' ? state.failure : undefined} />
      <Button kind="main" disabled={busy} busy={state.at === 'keeping'} onClick={() => send({ is: 'keep' })}>
        {t(state.at === 'keeping' ? 'keep.submitting' : 'keep.submit')}
      </Button>
      <Button disabled={busy} busy={state.at === 'leaving'} onClick={() => send({ is: 'leave' })}>
        {t('keep.leave')}
      </Button>
    </PageMessage>
  );
}
