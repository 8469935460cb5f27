import { askRecovery } from '@foyer/contract/flows/recovery';
import { sendCodeToEmail } from '@foyer/contract/flows/send-code';
import { resend } from '@foyer/contract/limits';
import { type FormOutcome, formMachine } from '../../platform/forms/form-machine.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { failureOf } from '../../platform/i18n/failure.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { DialogForm } from '../dialog-form.tsx';
import { CodePart, useCodePart } from '../send-code/code-part.tsx';
import { type CodeProblems, codeProblems } from '../send-code/code-problem.ts';
import { type Delivery, type DeliveryOptions, undelivered } from '../send-code/deliver.ts';
import { removeSentCode } from '../send-code/persisted-code.ts';
import { useFirstCode } from '../send-code/use-first-code.ts';
import type { RecoverProps } from './recover-props.ts';
import { useFirstFocus } from './use-first-focus.ts';

type Values = { code: string; serviceId: string | undefined };

export function RecoverByEmail({ preServiceId, onBusy, onAsked, onCancel, others }: RecoverProps) {
  const t = useTranslate();
  const { api } = usePageContext();

  async function ask(
    { code: credentials, serviceId }: Values,
    signal: AbortSignal,
  ): Promise<FormOutcome<CodeProblems, string>> {
    const request = { preServiceId, proof: 'email', credentials, serviceId: serviceId! } as const;
    const reply = await api(askRecovery, request, { signal });
    switch (reply.is) {
      case 'done':
        return { result: reply.data.takesPlaceAt };
      case 'wrongCode':
      case 'expiredCode':
      case 'tooManyCodeTries':
      case 'unknownServiceId':
        return { problems: { code: { message: reply.message } } };
      case 'wrongCredentials':
      case 'waitBeforeRetry':
      case 'lockedOut':
      case 'refused':
      case 'noResponse':
        return { problems: { form: failureOf(reply) } };
    }
  }

  async function deliver({ auth, signal }: DeliveryOptions): Promise<Delivery> {
    const reply = await api(sendCodeToEmail, { bizType: 'RECOVER_FACTOR', preServiceId, auth }, { signal });
    if (reply.is === 'done') return { serviceId: reply.data.serviceId, sentTo: reply.data.sentTo ?? '' };
    return reply.is === 'unknownServiceId' ? { problem: 'tooLate' } : undelivered(reply);
  }

  const form = useForm({
    machine: () => formMachine<Values, CodeProblems, string>({ validate: codeProblems, submit: ask }),
    values: (): Values => ({ code: code.value(), serviceId: code.serviceId }),
    onBusy,
    onEnd(takesPlaceAt) {
      removeSentCode();
      onAsked(takesPlaceAt);
    },
  });
  const code = useCodePart({
    resendAfter: resend.afterCode,
    problems: form.problems,
    recipient: () => ['recovery', preServiceId],
    deliver: (_, options) => deliver(options),
  });
  useFirstCode(code);
  useFirstFocus(form.ref);

  return (
    <DialogForm form={form} submit={t('recovery.submit')} cancel={t('common.back')} onCancel={onCancel} below={others}>
      <CodePart part={code} />
    </DialogForm>
  );
}
