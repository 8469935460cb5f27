import { proveByCode } from '@foyer/contract/flows/account';
import { resend } from '@foyer/contract/limits';
import { type FormOutcome, formMachine } from '../../platform/forms/form-machine.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { failureOf } from '../../platform/i18n/failure.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { DialogForm } from '../dialog-form.tsx';
import { CodePart, useCodePart } from '../send-code/code-part.tsx';
import { type CodeProblems, codeProblems } from '../send-code/code-problem.ts';
import { deliverByPreServiceId } from '../send-code/deliver.ts';
import { removeSentCode } from '../send-code/persisted-code.ts';
import { useFirstCode } from '../send-code/use-first-code.ts';
import type { ProofProps } from './proof-request.ts';

export const ProveBySms = (props: ProofProps) => <ProveByCode {...props} />;
export const ProveByEmail = (props: ProofProps) => <ProveByCode {...props} by="email" />;

type Values = { code: string; serviceId: string | undefined };

function ProveByCode({ request, by, onBusy, onProven, onCancel, others }: ProofProps & { by?: 'email' }) {
  const t = useTranslate();
  const { api } = usePageContext();

  async function prove(
    { code: credentials, serviceId }: Values,
    signal: AbortSignal,
  ): Promise<FormOutcome<CodeProblems, null>> {
    const reply = await api(proveByCode, { credentials, serviceId: serviceId! }, { signal });
    switch (reply.is) {
      case 'done':
      // The call that needs the proof finds out as well, and leads to sign-in.
      case 'notSignedIn':
        return { result: null };
      case 'refused':
      case 'noResponse':
        return { problems: { form: failureOf(reply) } };
      case 'wrongCode':
      case 'expiredCode':
      case 'tooManyCodeTries':
      case 'unknownServiceId':
        return { problems: { code: { message: reply.message } } };
    }
  }

  const form = useForm({
    machine: () => formMachine<Values, CodeProblems, null>({ validate: codeProblems, submit: prove }),
    values: (): Values => ({ code: code.value(), serviceId: code.serviceId }),
    onBusy,
    onEnd() {
      // The session keeps its handle, so that the next proof must not find the code of this one.
      removeSentCode();
      onProven();
    },
  });
  const { problems } = form;
  const code = useCodePart({
    resendAfter: resend.afterCode,
    problems,
    recipient: () => [request.preServiceId, by],
    deliver: ([preServiceId = ''], options) => deliverByPreServiceId(api, 'PROVE_AGAIN', preServiceId, options, by),
  });

  useFirstCode(code);

  return (
    <DialogForm form={form} submit={t('proof.submit')} onCancel={onCancel} below={others}>
      <CodePart part={code} />
    </DialogForm>
  );
}
