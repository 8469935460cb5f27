import { useState } from 'react';
import { dialogWidths } from '@foyer/contract/layout-sizes';
import { Rich } from '../../platform/i18n/rich.tsx';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Steps } from '../../ui/page/steps.tsx';
import type { Outcome } from '../outcome.ts';
import { ClaimedNumber } from './claimed-number.tsx';
import { CompleteNumber } from './complete-number.tsx';
import type { Claim } from './correct-number.machine.ts';
import { CorrectNumber } from './correct-number.tsx';

interface Props {
  outcome: Outcome & { is: 'needsIdentityCheck' };
  /** What the number of the person is now; undefined while it waits to be confirmed. */
  onEnd(now?: 'idConfirmed' | 'idCorrected'): void;
  onCancel(): void;
}

type Task = { at: 'complete' | 'correct' } | { at: 'claimed'; claim: Claim };

/** At a first sign-in: asks for the end of the ID number, or for all of it when the recorded one is wrong. */
export function IdentityCheck({ outcome, onEnd, onCancel }: Props) {
  const t = useTranslate();
  const [task, setTask] = useState<Task>({ at: 'complete' });
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      title={t('idcheck.title')}
      lead={lead()}
      width={dialogWidths.identityCheck}
      closeLabel={t('common.close')}
      busy={busy && task.at !== 'claimed'}
      onCancel={onCancel}
    >
      <Steps at={task.at}>{screen()}</Steps>
    </Dialog>
  );

  function lead() {
    switch (task.at) {
      case 'complete':
        return <Rich text={t('idcheck.desc')} slots={{ name: <b>{outcome.name}</b> }} />;
      case 'correct':
        return t(outcome.codeBy === 'email' ? 'idcheck.correct.byMail' : 'idcheck.correct.desc');
      case 'claimed':
        // The step itself says what happens next, and has the focus.
        return undefined;
    }
  }

  function screen() {
    switch (task.at) {
      case 'complete':
        return (
          <CompleteNumber
            outcome={outcome}
            onBusy={setBusy}
            onEnd={() => onEnd('idConfirmed')}
            onWrongRecord={() => setTask({ at: 'correct' })}
          />
        );
      case 'correct':
        return (
          <CorrectNumber
            outcome={outcome}
            onBusy={setBusy}
            onEnd={endClaim}
            onBack={() => setTask({ at: 'complete' })}
          />
        );
      case 'claimed':
        return <ClaimedNumber claim={task.claim} onEnd={() => onEnd()} />;
    }
  }

  function endClaim(claim: Claim) {
    if (claim.confirmedBy !== 'none') return setTask({ at: 'claimed', claim });
    onEnd('idCorrected');
  }
}
