import type { useForm } from '../../platform/forms/use-form.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import { Notice } from '../../ui/dialogs/notice.tsx';
import type { CodeProblems } from '../../parts/send-code/code-problem.ts';
import type { Outcome } from '../outcome.ts';
import { NextPage } from './next-page.tsx';
import css from './second-factor.module.css';

interface FooterProps {
  canTrustBrowser: boolean;
  url: string | undefined;
  isStepUp: boolean;
  /** Missing where the account has no other factor. */
  onAnother?(): void;
  /** Of the only factor: the person cannot use it. */
  onLost?(): void;
}

/** What the form of each factor gets. */
export interface FactorProps extends FooterProps {
  preServiceId: string;
  onBusy(busy: boolean): void;
  onEnd(outcome: Outcome): void;
}

type Form = Pick<ReturnType<typeof useForm>, 'busy' | 'filled'> & { problems: CodeProblems };

/** The bottom of each form: whether to trust the browser, where it can be trusted, the button, and where the person goes on to. */
export function FactorFooter({
  form,
  canTrustBrowser,
  url,
  isStepUp,
  onAnother,
  onLost,
}: FooterProps & { form: Form }) {
  const t = useTranslate();
  const { busy, filled, problems } = form;
  return (
    <>
      {canTrustBrowser && (
        <Checkbox name="trust" value="on">
          {t('mfa.trust')}
        </Checkbox>
      )}
      <Notice failure={problems.form} />
      <DialogButtons>
        <Button kind="main" type="submit" disabled={!filled} busy={busy}>
          {t(busy ? 'login.submitting' : isStepUp ? 'stepUp.submit' : 'mfa.submit')}
        </Button>
      </DialogButtons>
      <div className={css.footer}>
        <NextPage url={url} />
        {(onAnother ?? onLost) && (
          <Button kind="text" disabled={busy} onClick={onAnother ?? onLost}>
            {t(onAnother ? 'mfa.another' : 'recovery.openOne')}
          </Button>
        )}
      </div>
    </>
  );
}
