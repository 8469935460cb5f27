import { useState } from 'react';
import { isMasked, readMobile } from '@foyer/contract/rules/account-rules';
import { input, resend } from '@foyer/contract/limits';
import { dialogWidths } from '@foyer/contract/layout-sizes';
import { AgreementLinks } from '../../parts/agreement-links.tsx';
import { Form } from '../../parts/form.tsx';
import { CodePart, useCodePart } from '../../parts/send-code/code-part.tsx';
import { deliverToBind } from '../../parts/send-code/deliver.ts';
import { save, load } from '../../platform/storage/persisted.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Notice } from '../../ui/dialogs/notice.tsx';
import { useProblem } from '../../ui/fields/problem.ts';
import type { Outcome } from '../outcome.ts';
import { type Values, bindMobile } from './bind-mobile.machine.ts';
import css from './bind-mobile.module.css';
import { type UnlinkedScan, bind } from './bind-mobile.service.ts';

interface Props {
  outcome: UnlinkedScan;
  onEnd(outcome: Outcome): void;
  onCancel(): void;
}

/** After a scan by an app identity without an account: the person verifies a mobile number and gets an account. */
export function BindMobile({ outcome, onEnd, onCancel }: Props) {
  const t = useTranslate();
  const page = usePageContext();
  const { principal: known, userInfoContextId: preServiceId } = outcome;
  const masked = known !== undefined && isMasked(known);
  const [saved] = useState(() => load('mobile'));

  const form = useForm({
    machine: () => bindMobile((values, signal) => bind(page, outcome, values, signal)),
    values: (): Values => ({
      mobile: masked ? undefined : form.text('mobile'),
      prefilled: known !== undefined,
      code: code.value(),
      serviceId: code.serviceId,
      agreed: form.checked('agreed'),
    }),
    onEdit(field, value) {
      if (field !== 'mobile') return;
      save('mobile', value);
      code.recipientChanged();
    },
    onEnd,
  });
  const { problems } = form;
  const code = useCodePart({
    resendAfter: resend.afterCode,
    problems,
    recipient() {
      if (masked) return { preServiceId };
      const principal = readMobile(form.text('mobile'));
      return principal ? { preServiceId, principal } : undefined;
    },
    deliver: (recipient, options) => deliverToBind(page.api, recipient, options),
    onNoRecipient: () => form.validate('mobile'),
  });

  return (
    <Dialog
      title={t('bind.title')}
      lead={t('bind.desc', { app: t(`qr.switch.${outcome.app}`) })}
      width={dialogWidths.bindAccount}
      closeLabel={t('common.close')}
      busy={form.busy}
      onCancel={onCancel}
    >
      <Form form={form}>
        <Field
          name="mobile"
          label={t('home.mobile')}
          placeholder={t('bind.mobile.placeholder')}
          defaultValue={known ?? (typeof saved === 'string' ? saved : undefined)}
          readOnly={known !== undefined}
          note={known && t('bind.mobile.known', { app: t(`qr.switch.${outcome.app}`) })}
          problem={useProblem(problems, problems.mobile && t(`bind.mobile.${problems.mobile}`))}
          type="tel"
          autoComplete="tel-national"
          maxLength={input.maxLength}
          enterKeyHint="next"
        />
        <CodePart part={code} />
        {known && !problems.agreed ? (
          <p className={css.agreement}>
            <AgreementLinks text={t('login.agree.text')} />
          </p>
        ) : (
          <Checkbox name="agreed" aria-invalid={problems.agreed ? true : undefined}>
            <AgreementLinks text={t('register.protocol')} />
          </Checkbox>
        )}
        <Notice failure={problems.form}>{problems.agreed && t('bind.agree.tooltip')}</Notice>
        <DialogButtons>
          <Button kind="main" type="submit" disabled={!form.filled} busy={form.busy}>
            {t(form.busy ? 'login.submitting' : 'bind.submit')}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  );
}
