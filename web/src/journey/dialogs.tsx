import { useEffect, useLayoutEffect, useState } from 'react';
import { toast } from '@foyer/contract/limits';
import { BindMobile } from '../flows/bind-mobile/bind-mobile.screen.tsx';
import { Consent } from '../flows/consent/consent.screen.tsx';
import { IdentityCheck } from '../flows/identity-check/identity-check.screen.tsx';
import { OneClickLogin } from '../flows/one-click-login/one-click-login.screen.tsx';
import type { Outcome } from '../flows/outcome.ts';
import { SecondFactor } from '../flows/second-factor/second-factor.screen.tsx';
import { SsoBind } from '../flows/sso-bind/sso-bind.screen.tsx';
import { SetPassword } from '../flows/set-password/set-password.screen.tsx';
import { track } from '../platform/analytics/track.ts';
import type { Failure } from '../platform/i18n/failure.ts';
import { useTimeout } from '../platform/machine/use-timeout.ts';
import { usePageContext } from '../platform/page-context.ts';
import type { Step, Exit } from './journey.ts';
import { saveStep } from './persisted-step.ts';

interface Props {
  place: Exclude<Step, Exit | { at: 'entry' }>;
  onEnd(outcome: Outcome): void;
  onLeave(url: string | undefined): void;
  onStartOver(why?: Failure): void;
}

/** One dialog for each place between the form and the way out. */
export function Dialogs({ place, ...doors }: Props) {
  // Whoever sees it can reload.
  useLayoutEffect(() => saveStep(place), [place]);
  const dialog = place.at === 'bindAccount' ? 'ssoBind' : place.at;
  useEffect(() => track({ name: 'dialog_open', dialog }), [dialog]);
  const onEnd = (outcome: Outcome) => {
    track({ name: 'dialog_confirm', dialog });
    doors.onEnd(outcome);
  };
  const onStartOver = () => {
    track({ name: 'dialog_cancel', dialog });
    doors.onStartOver();
  };
  // Where the form is on another page, what was told can be read before that one comes.
  const elsewhere = usePageContext().variant.page === 'ssoMiddle';
  const [told, setTold] = useState(false);
  useTimeout(told ? toast.shownFor : undefined, () => doors.onStartOver());
  const onTold = () => (elsewhere ? setTold(true) : doors.onStartOver());
  switch (place.at) {
    case 'identityCheck':
      return <IdentityCheck asked={place.asked} onEnd={onTold} onCancel={onStartOver} />;
    case 'bindMobile':
      return <BindMobile stranger={place.stranger} onEnd={onEnd} onCancel={onStartOver} />;
    case 'oneClick':
      return <OneClickLogin known={place.known} stopped={place.found} onEnd={onEnd} onCancel={onStartOver} />;
    case 'bindAccount':
      return <SsoBind asked={place.asked} onEnd={onEnd} onCancel={onStartOver} />;
    case 'secondFactor': {
      const { unverified, ...asked } = place;
      const end = (outcome: Outcome) =>
        onEnd(outcome.is === 'signedIn' && unverified ? { ...outcome, unverified } : outcome);
      return <SecondFactor {...asked} onEnd={end} onCancel={onStartOver} />;
    }
    case 'consent':
      return <Consent held={place.then} onEnd={onEnd} onDeclined={onStartOver} onTooLate={doors.onStartOver} />;
    case 'setPassword':
      return <SetPassword serviceId={place.serviceId} onEnd={() => doors.onLeave(place.url)} />;
  }
}
