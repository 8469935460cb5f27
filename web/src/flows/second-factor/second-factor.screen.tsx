import { Suspense, useLayoutEffect, useRef, useState } from 'react';
import { dialogWidths } from '@foyer/contract/layout-sizes';
import type { SecondFactor as Factor } from '@foyer/contract/second-factors';
import { requiredLazyPart } from '../../platform/lazy/lazy-part.ts';
import { Rich } from '../../platform/i18n/rich.tsx';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { InPage } from '../../ui/dialogs/in-page.tsx';
import type { Outcome } from '../outcome.ts';
import { ChooseFactor } from './choose-factor.tsx';
import { PasskeyFactor } from './passkey-factor.tsx';
import { SetUpFactor } from './set-up-factor.tsx';
import { SmsFactor } from './sms-factor.tsx';
import { StoredFactor } from './stored-factor.tsx';
import css from './second-factor.module.css';

const Recovery = requiredLazyPart(() => import('../../parts/recovery/recovery.tsx').then((m) => m.Recovery));

interface Props {
  mobile: string;
  preServiceId: string;
  /** What the person can choose from; the first is asked for. Without any, one has to be set up. */
  factors: readonly Factor[];
  canTrustBrowser: boolean;
  /** Where the sign-in was going, if the answer that led here said so. */
  url: string | undefined;
  /** The page shows nothing else. */
  inPage: boolean;
  onEnd(outcome: Outcome): void;
  onCancel(): void;
}

/**
 * Asks for a second factor of the account. At sign-in there is no session before it is verified; at a step-up the session
 * exists.
 */
export function SecondFactor({ mobile, preServiceId, factors, canTrustBrowser, url, inPage, onEnd, onCancel }: Props) {
  const t = useTranslate();
  const page = usePageContext();
  const [shown, setShown] = useState<Factor | 'choice' | 'setUp' | 'lost'>(factors[0] ?? 'setUp');
  const [isBusy, setBusy] = useState(false);
  // The person is signed in, and an application asks for more.
  const isStepUp = page.view?.reason?.is === 'secondFactor';
  const form = {
    preServiceId,
    canTrustBrowser,
    url,
    isStepUp,
    onBusy: setBusy,
    onEnd,
    ...(factors.length > 1 && { onAnother: () => setShown('choice') }),
    ...(factors.length === 1 && { onLost: () => setShown('lost') }),
  };

  const title = t(
    shown === 'lost' ? 'recovery.title' : page.variant.page === 'ssoMiddle' ? 'secondary.title' : 'mfa.title',
  );
  if (inPage)
    return (
      // A new one for each factor, so that its first field gets the focus.
      <InPage key={shown} title={title} lead={lead()}>
        {content()}
      </InPage>
    );
  return (
    <Dialog
      lead={lead()}
      title={title}
      width={dialogWidths.secondFactor}
      closeLabel={t('common.close')}
      busy={isBusy}
      onCancel={onCancel}
    >
      {content()}
    </Dialog>
  );

  function content() {
    switch (shown) {
      case 'setUp':
        return <SetUpFactor {...form} />;
      case 'choice':
        return <ChooseFactor factors={factors} mobile={mobile} onChoose={setShown} onLost={() => setShown('lost')} />;
      case 'lost':
        return (
          <Suspense fallback={<Loading />}>
            <Recovery preServiceId={preServiceId} isBusy={isBusy} onBusy={setBusy} onBack={() => setShown('choice')} />
          </Suspense>
        );
      case 'totp':
      case 'backupCode':
        return <StoredFactor key={shown} factor={shown} {...form} />;
      case 'passkey':
        return <PasskeyFactor {...form} />;
      case 'sms':
        return <SmsFactor {...form} />;
    }
  }

  function lead() {
    switch (shown) {
      case 'setUp':
        return t('totp.required.lead');
      case 'lost':
        return undefined;
      case 'choice':
        return t('mfa.choose');
      case 'passkey':
      case 'totp':
      case 'backupCode': {
        return t(`mfa.${shown}.desc`);
      }
      case 'sms':
        return <Rich text={t('mfa.desc')} slots={{ mobile: <b>{mobile}</b> }} />;
    }
  }
}

/** Has the focus until the part is there that takes it. */
function Loading() {
  const t = useTranslate();
  const text = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => text.current!.focus(), []);
  return (
    <p ref={text} className={css.loading} tabIndex={-1}>
      {t('common.loading')}
    </p>
  );
}
