import { useState } from 'react';
import { getContactUndo, undoContactChange } from '@foyer/contract/flows/contact-change';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { shortTime, useTranslate } from '../../platform/i18n/texts.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { load, save } from '../../platform/storage/persisted.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/dialogs/notice.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { PageMessage } from '../../ui/page/page-message.tsx';
import { Steps } from '../../ui/page/steps.tsx';
import { MissingSeal, SealedDocument, UnsealedDocument } from '../../ui/icons/pictures.tsx';
import { ProveContact } from './prove-contact.tsx';
import { type UndoState, undoChange } from './undo-change.machine.ts';

/** Undoes a changed mobile number or e-mail address, with the handle of the notice about it. */
export function UndoChange() {
  const t = useTranslate();
  const { api, config, language } = usePageContext();
  const [handle] = useState<{ value: string | undefined }>({ value: undefined });
  const undo = (code = {}) => api(undoContactChange, { undoHandle: handle.value ?? '', ...code });
  const [state, send] = useMachine(() =>
    undoChange({
      load: (signal) => {
        handle.value ??= takeHandle();
        return handle.value ? api(getContactUndo, { undoHandle: handle.value }, { signal }) : undefined;
      },
      undo: () => undo(),
    }),
  );

  // The result takes the focus of the button that is gone.
  return <Steps at={state.at === 'undoing' ? 'asking' : state.at}>{content()}</Steps>;

  function content() {
    if (state.at === 'loading') return <p role="status">{t('common.loading')}</p>;
    if (state.at === 'undone' && state.stopped)
      return (
        <PageMessage picture={<SealedDocument />} title={t('stop.done')} lead={t('stop.doneLead')}>
          <ButtonLink kind="main" href={pageRoutes.login}>
            {t('undo.toSignIn')}
          </ButtonLink>
        </PageMessage>
      );
    if (state.at === 'undone')
      return (
        <PageMessage
          picture={<SealedDocument />}
          title={t('undo.done')}
          lead={
            state.undoneAt
              ? t('undo.doneBeforeLead', { time: shortTime(state.undoneAt, language) })
              : t('undo.doneLead')
          }
        >
          <ButtonLink kind="main" href={pageRoutes.retrieve}>
            {t('undo.newPassword')}
          </ButtonLink>
        </PageMessage>
      );
    if (state.at === 'expired' || state.at === 'noHandle')
      return (
        <PageMessage
          picture={<MissingSeal />}
          title={t(`undo.${state.at}`)}
          lead={t(`undo.${state.at}Lead`, { support: config.support })}
        >
          <ButtonLink kind="main" href={pageRoutes.login}>
            {t('undo.toSignIn')}
          </ButtonLink>
        </PageMessage>
      );
    if (state.at === 'notLoaded')
      return (
        <PageMessage picture={<MissingSeal />} title={t('page.undoChange')}>
          <Notice failure={state.failure} />
          <Button kind="main" onClick={() => send({ is: 'retry' })}>
            {t('common.retry')}
          </Button>
        </PageMessage>
      );

    if (state.at === 'proving')
      return (
        <>
          <PageHead title={t('undo.prove')} lead={t('undo.proveLead', { contact: state.contact })} />
          <ProveContact
            key={state.kind}
            undoHandle={handle.value ?? ''}
            kind={state.kind}
            undo={undo}
            onAnswered={(reply) => send({ is: 'answered', reply })}
          />
        </>
      );

    const busy = state.at === 'undoing';
    const words = state.offer.takesPlaceAt === undefined ? 'undo' : 'stop';
    return (
      <PageMessage
        picture={<UnsealedDocument />}
        title={t(`${words}.title`)}
        lead={
          <>
            {whatHappened(state.offer)}
            <br />
            {t(`${words}.effect`)}
          </>
        }
      >
        <Notice failure={state.at === 'asking' ? state.failure : undefined} />
        <Button kind="danger" busy={busy} onClick={() => send({ is: 'undo' })}>
          {t(busy ? `${words}.submitting` : `${words}.submit`)}
        </Button>
      </PageMessage>
    );

    function whatHappened({
      kind,
      before = '',
      after = '',
      changedAt,
      takesPlaceAt = changedAt,
    }: (UndoState & { at: 'asking' })['offer']) {
      const fill = { before, after, time: shortTime(takesPlaceAt, language) };
      if (kind === 'secondFactor') return t(`stop.secondFactor.${before ? 'removed' : 'reset'}`, fill);
      const step = !after ? 'removed' : !before ? 'added' : 'changed';
      return t(`${words}.${kind}.${step}`, fill);
    }
  }
}

/** The handle is removed from the address bar, so that it stays in no history. The tab keeps it for a reload. */
function takeHandle(): string | undefined {
  const handle = /^#([\w-]+)$/.exec(location.hash)?.[1];
  history.replaceState(history.state, '', location.pathname);
  if (handle) save('undoHandle', handle);
  const kept = handle ?? load('undoHandle');
  return typeof kept === 'string' && /^[\w-]+$/.test(kept) ? kept : undefined;
}
