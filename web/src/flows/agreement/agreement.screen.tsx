import { useEffect, useEffectEvent } from 'react';
import { dialogWidths } from '@foyer/contract/layout-sizes';
import { AgreementLinks } from '../../parts/agreement-links.tsx';
import { loginParamsOf } from '../../platform/api/login-params.ts';
import { dayOf, useTranslate } from '../../platform/i18n/texts.ts';
import { type Failure, failureText } from '../../platform/i18n/failure.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import { Notice } from '../../ui/dialogs/notice.tsx';
import { useToast } from '../../ui/dialogs/toast.tsx';
import type { Outcome, PendingOutcome } from '../outcome.ts';
import { agreement } from './agreement.machine.ts';

interface Props {
  pending: PendingOutcome;
  onEnd(outcome: Outcome): void;
  /** `signedOut`: declining has ended the session. */
  onDeclined(signedOut: boolean): void;
  onTooLate(failure: Failure): void;
}

const agreementTo = { title: 'agreement.title', agree: 'agreement.agree' } as const;

/** Before an account is made or signed in to, there is no session to end. A registration has agreed by its checkbox. */
const wordsOf = {
  signedIn: { ...agreementTo, body: 'agreement.body', decline: 'agreement.decline' },
  mustAgreeFirst: { ...agreementTo, body: 'agreement.before.body', decline: 'agreement.before.decline' },
  alreadyRegistered: { title: 'register.exists.title', agree: 'login.submit', decline: 'common.cancel' },
} as const;

/** Only the buttons answer: a close button or Escape would sign out by accident. */
export function Agreement({ pending, onEnd, onDeclined, onTooLate }: Props) {
  const t = useTranslate();
  const toast = useToast();
  const page = usePageContext();
  const [state, send] = useMachine(() =>
    agreement(pending, {
      api: page.api,
      loginParams: () => loginParamsOf(page),
      redirectUrl: page.params.redirects[0],
    }),
  );
  const busy = state.at !== 'asking';
  const agreeing = state.at === 'agreeing' || state.at === 'agreed';

  const react = useEffectEvent(() => {
    if (state.at === 'agreed') onEnd(state.outcome);
    if (state.at === 'tooLate') onTooLate(state.failure);
    if (state.at !== 'declined') return;
    if (state.failure) toast(failureText(t, state.failure));
    onDeclined(state.signedOut);
  });
  useEffect(() => react(), [state]);

  const words = wordsOf[pending.is];
  const updated = pending.is === 'signedIn' && pending.agreementUpdated;
  const decline = () => send({ is: 'decline' });
  return (
    <Dialog
      title={t(words.title)}
      lead={
        pending.is === 'alreadyRegistered' ? (
          t('register.exists', { account: pending.principal })
        ) : (
          <AgreementLinks
            text={
              updated
                ? t('agreement.updated', {
                    // Without a zone: the day is the same everywhere.
                    day: dayOf(`${updated.day}T00:00`, page.language),
                    changes: updated.changes ?? '',
                  })
                : t(wordsOf[pending.is].body)
            }
          />
        )
      }
      width={dialogWidths.agreement}
    >
      <Notice failure={state.at === 'asking' ? state.failure : undefined} />
      <DialogButtons>
        <Button disabled={busy} busy={state.at === 'declining'} onClick={decline}>
          {t(state.at === 'declining' ? 'agreement.declining' : words.decline)}
        </Button>
        <Button kind="main" disabled={busy} busy={agreeing} onClick={() => send({ is: 'agree' })}>
          {t(agreeing ? 'login.submitting' : words.agree)}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
