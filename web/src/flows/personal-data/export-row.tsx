import { useState } from 'react';
import { exportMyData } from '@foyer/contract/flows/personal-data';
import { dialogWidths } from '@foyer/contract/layout-sizes';
import { leaveEndedSession } from '../../parts/account/ended-session.ts';
import { useFreshProof } from '../../parts/fresh-proof/fresh-proof.tsx';
import { download } from '../../platform/browser/download.ts';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { runTask } from '../../platform/run-task.ts';
import { accountIcons } from '../../ui/icons/account-icons.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Notice } from '../../ui/dialogs/notice.tsx';
import { Row } from '../../ui/page/panel.tsx';
import { useToast } from '../../ui/dialogs/toast.tsx';

type Format = 'json' | 'html';
type ExportState = { at: 'closed' } | { at: 'asking'; failure?: Failure } | { at: 'preparing'; format: Format };

/** Everything that is stored about the person, to download. */
export function ExportRow() {
  const t = useTranslate();
  const toast = useToast();
  const { api } = usePageContext();
  const { run } = useFreshProof();
  const [state, setState] = useState<ExportState>({ at: 'closed' });
  const busy = state.at === 'preparing';

  async function prepare(format: Format) {
    setState({ at: 'preparing', format });
    const reply = await run(() => api(exportMyData, { format }));
    if (reply.is === 'notSignedIn') return leaveEndedSession();
    if (reply.is !== 'done')
      return setState({ at: 'asking', ...(reply.is !== 'cancelled' && { failure: failureOf(reply) }) });
    const { fileName, content } = reply.data;
    download(fileName, content, format === 'json' ? 'application/json' : 'text/html');
    setState({ at: 'closed' });
    toast(t('data.exported'));
  }

  const button = (format: Format) => (
    <Button
      kind={format === 'html' ? 'main' : 'plain'}
      disabled={busy}
      busy={busy && state.format === format}
      onClick={() =>
        runTask(
          () => prepare(format),
          (failure) => setState({ at: 'asking', failure }),
        )
      }
    >
      {t(busy && state.format === format ? 'data.preparing' : `data.${format}`)}
    </Button>
  );

  return (
    <>
      <Row icon={<Icon d={accountIcons.data} />} title={t('data.export')} note={t('data.exportAbout')}>
        <Button aria-label={t('data.exportTitle')} onClick={() => setState({ at: 'asking' })}>
          {t('data.exportButton')}
        </Button>
      </Row>
      {state.at !== 'closed' && (
        <Dialog
          title={t('data.exportTitle')}
          lead={t('data.exportLead')}
          width={dialogWidths.secondFactor}
          busy={busy}
          closeLabel={t('common.close')}
          onCancel={() => setState({ at: 'closed' })}
        >
          <Notice failure={state.at === 'asking' ? state.failure : undefined} />
          <DialogButtons>
            {button('json')}
            {button('html')}
          </DialogButtons>
        </Dialog>
      )}
    </>
  );
}
