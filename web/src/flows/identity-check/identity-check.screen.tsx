import { useState } from 'react';
import { dialogWidths } from '@foyer/contract/limits';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Steps } from '../../ui/steps.tsx';
import type { Outcome } from '../outcome.ts';
import { CompleteNumber } from './complete-number.tsx';
import { CorrectNumber } from './correct-number.tsx';

interface Props {
  outcome: Outcome & { is: 'needsIdentityCheck' };
  onEnd(): void;
  onCancel(): void;
}

/** At a first sign-in: asks for the end of the ID number, or for all of it when the recorded one is wrong. */
export function IdentityCheck({ outcome, onEnd, onCancel }: Props) {
  const t = useTranslate();
  const [task, setTask] = useState<'complete' | 'correct'>('complete');
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      title={t('idcheck.title')}
      width={dialogWidths.identityCheck}
      closeLabel={t('common.close')}
      busy={busy}
      onCancel={onCancel}
    >
      <Steps at={task}>
        {task === 'complete' ? (
          <CompleteNumber outcome={outcome} onBusy={setBusy} onEnd={onEnd} onWrongRecord={() => setTask('correct')} />
        ) : (
          <CorrectNumber outcome={outcome} onBusy={setBusy} onEnd={onEnd} onBack={() => setTask('complete')} />
        )}
      </Steps>
    </Dialog>
  );
}
