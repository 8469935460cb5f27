import { type ComponentType, type ReactNode, useRef } from 'react';
import { type RecoveryProof, getRecovery } from '@foyer/contract/flows/recovery';
import { failureText } from '../../platform/i18n/failure.ts';
import { shortTime, useTranslate } from '../../platform/i18n/texts.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { BelowButtons, DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import { RecoverByEmail } from './recover-by-email.tsx';
import { RecoverByPassword } from './recover-by-password.tsx';
import type { RecoverProps } from './recover-props.ts';
import css from './recovery.module.css';
import { recovery } from './recovery.machine.ts';
import { useFirstFocus } from './use-first-focus.ts';

const forms: Record<RecoveryProof, ComponentType<RecoverProps>> = {
  email: RecoverByEmail,
  password: RecoverByPassword,
};

interface Props {
  preServiceId: string;
  isBusy: boolean;
  onBusy(busy: boolean): void;
  onBack(): void;
}

/** What a person can do who has lost every second factor: inside its dialog. */
export function Recovery({ preServiceId, isBusy, onBusy, onBack }: Props) {
  const t = useTranslate();
  const { api, config, language } = usePageContext();
  const [state, send] = useMachine(() => recovery((signal) => api(getRecovery, { preServiceId }, { signal })));

  const back = (
    <DialogButtons>
      <Button onClick={onBack}>{t('common.back')}</Button>
    </DialogButtons>
  );

  switch (state.at) {
    case 'loading':
      return <Said key="loading">{t('common.loading')}</Said>;
    case 'notLoaded':
      return (
        <>
          <Said key="notLoaded">{failureText(t, state.failure)}</Said>
          <DialogButtons>
            <Button onClick={onBack}>{t('common.back')}</Button>
            <Button kind="main" onClick={() => send({ is: 'retry' })}>
              {t('common.retry')}
            </Button>
          </DialogButtons>
        </>
      );
    case 'support':
      return (
        <>
          <Said key="support">
            {t('recovery.support', { support: config.support })}
            {state.begin && (
              <>
                <br />
                {t('recovery.begin')}
              </>
            )}
          </Said>
          {back}
        </>
      );
    case 'asked':
      return (
        <>
          <Said key="asked">
            <b>{t('recovery.asked', { time: shortTime(state.takesPlaceAt, language) })}</b> {t('recovery.askedLead')}
          </Said>
          {back}
        </>
      );
    case 'proving': {
      const { proofs, hours, email = '', mobile } = state.offer;
      const Form = forms[state.proof];
      const others = proofs.filter((proof) => proof !== state.proof);
      return (
        <>
          <p className={css.said}>{t('recovery.lead', { hours })}</p>
          {mobile !== undefined && <p className={css.said}>{t('recovery.mobile', { mobile })}</p>}
          <Form
            key={state.proof}
            preServiceId={preServiceId}
            onBusy={onBusy}
            onAsked={(takesPlaceAt) => {
              // The form is gone before it can say so itself.
              onBusy(false);
              send({ is: 'asked', takesPlaceAt });
            }}
            onCancel={onBack}
            others={
              others.length > 0 && (
                <BelowButtons>
                  {others.map((proof) => (
                    <Button key={proof} kind="text" disabled={isBusy} onClick={() => send({ is: 'chosen', proof })}>
                      {t(`proof.by.${proof}`, { email })}
                    </Button>
                  ))}
                </BelowButtons>
              )
            }
          />
        </>
      );
    }
  }
}

/** A text that is read out when it appears, since it gets the focus. */
function Said({ children }: { children: ReactNode }) {
  const text = useRef<HTMLParagraphElement>(null);
  useFirstFocus(text);
  return (
    <p ref={text} className={css.said} tabIndex={-1}>
      {children}
    </p>
  );
}
