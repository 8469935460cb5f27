import { useEffect, useLayoutEffect } from 'react';
import { BindMobile } from '../flows/bind-mobile/bind-mobile.screen.tsx';
import { Agreement } from '../flows/agreement/agreement.screen.tsx';
import { IdentityCheck } from '../flows/identity-check/identity-check.screen.tsx';
import { OneClickLogin } from '../flows/one-click-login/one-click-login.screen.tsx';
import type { Outcome } from '../flows/outcome.ts';
import { PasskeyOffer } from '../flows/passkey/passkey-offer.screen.tsx';
import { SecondFactor } from '../flows/second-factor/second-factor.screen.tsx';
import { SecondFactorDue } from '../flows/second-factor/second-factor-due.tsx';
import { SsoBind } from '../flows/sso-bind/sso-bind.screen.tsx';
import { SetPassword } from '../flows/set-password/set-password.screen.tsx';
import { track } from '../platform/analytics/track.ts';
import type { Failure } from '../platform/i18n/failure.ts';
import { useTranslate } from '../platform/i18n/texts.ts';
import { navigate } from '../platform/navigation/navigate.ts';
import { usePageContext } from '../platform/page-context.ts';
import { remove } from '../platform/storage/persisted.ts';
import { isSharedComputer } from '../platform/storage/shared-computer.ts';
import { useToast } from '../ui/dialogs/toast.tsx';
import { FormNote, type FormNoteName, textOfNote } from './form-note.tsx';
import type { Exit, OpenStep } from './journey.ts';
import { saveStep } from './persisted-step.ts';

interface Props {
  step: OpenStep | undefined;
  /** The person is signed in and proves another factor: the page is empty behind it. */
  steppingUp: boolean;
  onEnd(outcome: Outcome): void;
  onExit(exit: Exit): void;
  /** `note`: what the form then says on top. */
  onStartOver(failure?: Failure, note?: FormNoteName): void;
  note: FormNoteName | undefined;
  /** The person has gone on after it. */
  onRead(): void;
}

/** What stands over the form: the dialog of a step, or what is said after the last dialog. */
export const Dialogs = ({ step, note, onRead, ...rest }: Props) =>
  step ? <StepDialog step={step} {...rest} /> : note && <FormNote name={note} onGone={onRead} />;

type StepProps = Omit<Props, 'step' | 'note' | 'onRead'> & { step: OpenStep };

function StepDialog({ step, steppingUp, onEnd, onExit, onStartOver }: StepProps) {
  const t = useTranslate();
  const showToast = useToast();
  const { variant, view } = usePageContext();
  // A layout effect: a dialog that is visible must survive a reload.
  useLayoutEffect(() => saveStep(step), [step]);
  const dialog = step.at === 'bindAccount' ? 'ssoBind' : step.at;
  useEffect(() => track({ name: 'dialog_open', dialog }), [dialog]);
  const confirm = (outcome: Outcome) => {
    track({ name: 'dialog_confirm', dialog });
    onEnd(outcome);
  };
  const cancel = () => {
    track({ name: 'dialog_cancel', dialog });
    // The person is signed in, so there is no form to go back to: the application gets its answer.
    if (step.at === 'secondFactor' && view?.reason?.is === 'secondFactor') {
      remove('step', 'sent');
      return navigate(view.cancelUrl);
    }
    onStartOver();
  };
  // The SSO page has no form: starting over opens another page, so leave time to read the text first.
  const startOverWith = (note: FormNoteName | undefined) => {
    if (!note || variant.page !== 'ssoMiddle') return onStartOver(undefined, note);
    showToast(t(textOfNote(note)), () => onStartOver());
  };
  const decline = (signedOut: boolean) => {
    track({ name: 'dialog_cancel', dialog });
    startOverWith(signedOut ? 'declined' : undefined);
  };
  switch (step.at) {
    case 'identityCheck':
      return <IdentityCheck outcome={step.outcome} onEnd={startOverWith} onCancel={cancel} />;
    case 'bindMobile':
      return <BindMobile outcome={step.outcome} onEnd={confirm} onCancel={cancel} />;
    case 'oneClick':
      return <OneClickLogin outcome={step.outcome} stopped={step.restored} onEnd={confirm} onCancel={cancel} />;
    case 'bindAccount':
      return <SsoBind outcome={step.outcome} onEnd={confirm} onCancel={cancel} />;
    case 'secondFactor': {
      const { mobile, preServiceId, secondFactors: factors = ['sms'], canTrustBrowser = true, url } = step;
      const { unverifiedAccount } = step;
      const end = (outcome: Outcome) =>
        confirm(
          outcome.is === 'signedIn'
            ? { ...outcome, url: outcome.url ?? url, ...(unverifiedAccount && { unverifiedAccount }) }
            : outcome,
        );
      return (
        <SecondFactor
          {...{ mobile, preServiceId, factors, url }}
          // Whatever the back end says: one that is not ours may not know the choice.
          canTrustBrowser={canTrustBrowser && !isSharedComputer()}
          inPage={steppingUp}
          onEnd={end}
          onCancel={cancel}
        />
      );
    }
    case 'agreement':
      return <Agreement pending={step.outcome} onEnd={confirm} onDeclined={decline} onTooLate={onStartOver} />;
    case 'secondFactorDue':
      return (
        <SecondFactorDue
          dueBy={step.dueBy}
          onNow={() => onExit({ at: 'setUpFactor' })}
          onLater={() => onExit({ at: 'redirect', url: step.url })}
        />
      );
    case 'setPassword':
      return <SetPassword serviceId={step.serviceId} onEnd={() => onExit({ at: 'redirect', url: step.url })} />;
    case 'passkeyOffer':
      return <PasskeyOffer onEnd={() => onExit({ at: 'redirect', url: step.url })} />;
  }
}
