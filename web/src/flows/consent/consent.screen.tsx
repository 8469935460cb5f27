import { useEffect, useEffectEvent } from 'react';
import { dialogWidths } from '@foyer/contract/sizes';
import { AgreementLinks } from '../../parts/agreement-links.tsx';
import { loginParamsOf } from '../../platform/api/login-params.ts';
import { useTexts } from '../../platform/i18n/texts.ts';
import { type Trouble, sayTrouble } from '../../platform/i18n/failure.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { useVisit } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { Outcome } from '../outcome.ts';
import { type HeldOutcome, consent } from './consent.machine.ts';

interface Props {
  held: HeldOutcome;
  onEnd(outcome: Outcome): void;
  onDeclined(): void;
  onTooLate(why: Trouble): void;
}

export function Consent({ held, onEnd, onDeclined, onTooLate }: Props) {
  const say = useTexts();
  const toast = useToast();
  const visit = useVisit();
  const [state, send] = useMachine(() =>
    consent(held, { api: visit.api, loginParams: () => loginParamsOf(visit), redirectUrl: visit.params.redirects[0] }),
  );
  const busy = state.at !== 'asking';

  const react = useEffectEvent(() => {
    if (state.at === 'agreed') onEnd(state.outcome);
    if (state.at === 'tooLate') onTooLate(state.why);
    if (state.at !== 'declined') return;
    if (state.signedOut) toast(say('consent.signedOut'));
    onDeclined();
  });
  useEffect(() => react(), [state]);

  const decline = () => send({ is: 'decline' });
  return (
    <Dialog
      title={say('consent.title')}
      width={dialogWidths.consent}
      closeLabel={say('common.close')}
      busy={busy}
      onCancel={decline}
    >
      {held.is === 'alreadyRegistered' && <p>{say('register.exists')}</p>}
      <p>
        <AgreementLinks text={say('consent.body')} />
      </p>
      <Notice>{state.at === 'asking' && state.trouble && sayTrouble(say, state.trouble)}</Notice>
      <DialogButtons>
        <Button disabled={busy} onClick={decline}>
          {say('consent.decline')}
        </Button>
        <Button kind="main" disabled={busy} onClick={() => send({ is: 'agree' })}>
          {say('consent.agree')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
