import { useState } from 'react';
import { confirmSignOut } from '@foyer/contract/flows/oidc-provider';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { navigate } from '../../platform/navigation/navigate.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { runTask } from '../../platform/run-task.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/dialogs/notice.tsx';
import { PageMessage } from '../../ui/page/page-message.tsx';
import { UnsealedDocument } from '../../ui/icons/pictures.tsx';

type ConfirmState = { at: 'asked'; failure?: Failure } | { at: 'signingOut' };

/** Asks before a sign-out that an application asked for: any site could send a browser here. */
export function ConfirmSignOut() {
  const t = useTranslate();
  const { api, config, language, variant } = usePageContext();
  const [state, setState] = useState<ConfirmState>({ at: 'asked' });
  const busy = state.at === 'signingOut';

  async function signOut() {
    setState({ at: 'signingOut' });
    const reply = await api(confirmSignOut, {});
    if (reply.is === 'done') navigate(reply.data.url);
    else setState({ at: 'asked', failure: failureOf(reply) });
  }

  return (
    <PageMessage
      picture={<UnsealedDocument />}
      title={t('signOut.title', { brand: config.brand[language] })}
      lead={t('signOut.lead')}
    >
      <Notice failure={state.at === 'asked' ? state.failure : undefined} />
      <Button kind="main" busy={busy} onClick={() => runTask(signOut, (failure) => setState({ at: 'asked', failure }))}>
        {t(busy ? 'agreement.declining' : 'home.signOut')}
      </Button>
      <ButtonLink href={variant.device === 'pc' ? config.home : config.homeOnPhones}>{t('signOut.stay')}</ButtonLink>
    </PageMessage>
  );
}
