import { endpointOf } from '@foyer/contract/rules/device-rules';
import { correctIdNumber } from '@foyer/contract/flows/identity-check';
import { longest, resend } from '@foyer/contract/limits';
import { readIdNumber } from '@foyer/contract/rules/person-rules';
import { verifyCode } from '@foyer/contract/flows/send-code';
import { Form } from '../../parts/form.tsx';
import { CodePart, useCodePart } from '../../parts/send-code/code-part.tsx';
import { deliverByPreServiceId } from '../../parts/send-code/deliver.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Notice } from '../../ui/dialogs/notice.tsx';
import { useProblem } from '../../ui/fields/problem.ts';
import type { Outcome } from '../outcome.ts';
import { type Claim, type Values, correctNumber } from './correct-number.machine.ts';

interface Props {
  outcome: Outcome & { is: 'needsIdentityCheck' };
  onBusy(busy: boolean): void;
  onEnd(claim: Claim): void;
  onBack(): void;
}

export function CorrectNumber({ outcome, onBusy, onEnd, onBack }: Props) {
  const t = useTranslate();
  const { api, variant } = usePageContext();
  const loginParams = { endpoint: endpointOf(variant.device) };

  const form = useForm({
    machine: () =>
      correctNumber({
        verify: (credentials, serviceId, signal) =>
          api(verifyCode, { credentials, serviceId, loginParams }, { signal }),
        correct: (idNumber, serviceId, signal) => api(correctIdNumber, { idNumber, serviceId }, { signal }),
      }),
    values: (): Values => ({
      number: readIdNumber(form.text('number')),
      code: code.value(),
      serviceId: code.serviceId,
    }),
    onBusy,
    onEnd,
  });
  const { problems, busy } = form;
  const code = useCodePart({
    resendAfter: resend.afterCode,
    problems,
    recipient: () => outcome.serviceId,
    deliver: (recipient, options) => deliverByPreServiceId(api, 'MODIFY_IDCARD', recipient, options, outcome.codeBy),
  });

  return (
    <Form form={form}>
      <Field
        name="number"
        label={t('idcheck.number')}
        maxLength={longest.paste}
        autoComplete="off"
        problem={useProblem(problems, problems.number && t('idcheck.number.wrong'))}
      />
      <CodePart part={code} />
      <Notice failure={problems.form} />
      <DialogButtons>
        <Button disabled={busy} onClick={onBack}>
          {t('common.back')}
        </Button>
        <Button kind="main" type="submit" disabled={!form.filled} busy={busy}>
          {t(busy ? 'captcha.verifying' : 'idcheck.submit')}
        </Button>
      </DialogButtons>
    </Form>
  );
}
