import { useState } from 'react';
import { requestClosure } from '@foyer/contract/flows/close-account';
import { dialogWidths } from '@foyer/contract/layout-sizes';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { leaveEndedSession, notifySignedOut } from '../../parts/account/ended-session.ts';
import { useFreshProof } from '../../parts/fresh-proof/fresh-proof.tsx';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';
import { shortTime, useTranslate } from '../../platform/i18n/texts.ts';
import { navigate } from '../../platform/navigation/navigate.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { runTask } from '../../platform/run-task.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { laterIcons } from '../../ui/icons/later-icons.ts';
import { Row } from '../../ui/page/panel.tsx';

type CloseState =
  | { at: 'open' }
  | { at: 'asking'; failure?: Failure }
  | { at: 'closing' }
  | { at: 'closed'; closesAt: string };

const leave = () => navigate(pageRoutes.login);

/** Closes the account, after a question. */
export function CloseRow() {
  const t = useTranslate();
  const { api, language } = usePageContext();
  const { run } = useFreshProof();
  const [state, setState] = useState<CloseState>({ at: 'open' });
  const busy = state.at === 'closing';
  const cancel = () => setState({ at: 'open' });

  async function close() {
    setState({ at: 'closing' });
    const reply = await run(() => api(requestClosure, {}));
    if (reply.is === 'done') {
      notifySignedOut();
      return setState({ at: 'closed', closesAt: reply.data.closesAt });
    }
    if (reply.is === 'notSignedIn') return leaveEndedSession();
    setState({ at: 'asking', ...(reply.is !== 'cancelled' && { failure: failureOf(reply) }) });
  }

  return (
    <>
      <Row icon={<Icon d={laterIcons.close} />} title={t('data.close')} note={t('data.closeAbout')} tone="danger">
        <Button aria-label={t('data.close')} onClick={() => setState({ at: 'asking' })}>
          {t('data.closeButton')}
        </Button>
      </Row>
      {(state.at === 'asking' || state.at === 'closing') && (
        <ConfirmDialog
          title={t('data.closeTitle')}
          lead={t('data.closeLead')}
          confirm={t(busy ? 'data.closing' : 'data.closeSubmit')}
          busy={busy}
          failure={state.at === 'asking' ? state.failure : undefined}
          onConfirm={() => runTask(close, (failure) => setState({ at: 'asking', failure }))}
          onCancel={cancel}
        />
      )}
      {state.at === 'closed' && (
        <Dialog
          title={t('data.closed')}
          lead={t('data.closedLead', { time: shortTime(state.closesAt, language) })}
          width={dialogWidths.secondFactor}
          onCancel={leave}
        >
          <DialogButtons>
            <Button kind="main" onClick={leave}>
              {t('data.closedDone')}
            </Button>
          </DialogButtons>
        </Dialog>
      )}
    </>
  );
}
