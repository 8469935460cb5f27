import type { CallResult } from '@foyer/contract/call';
import type { ContactKind, undoContactChange } from '@foyer/contract/flows/contact-change';
import { resend } from '@foyer/contract/limits';
import { Form } from '../../parts/form.tsx';
import { CodePart, useCodePart } from '../../parts/send-code/code-part.tsx';
import { type CodeProblems, codeProblems } from '../../parts/send-code/code-problem.ts';
import { deliverByPreServiceId } from '../../parts/send-code/deliver.ts';
import { removeSentCode } from '../../parts/send-code/persisted-code.ts';
import { useFirstCode } from '../../parts/send-code/use-first-code.ts';
import { type FormOutcome, formMachine } from '../../platform/forms/form-machine.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { failureOf } from '../../platform/i18n/failure.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/dialogs/notice.tsx';

type Reply = CallResult<typeof undoContactChange>;
type Values = { code: string; serviceId: string | undefined };
type Outcome = FormOutcome<CodeProblems, Reply>;

interface Props {
  undoHandle: string;
  kind: ContactKind;
  undo(code: { serviceId: string; credentials: string }): Promise<Reply>;
  onAnswered(reply: Reply): void;
}

/** A code to a contact that another account has got since, before the change is undone. */
export function ProveContact({ undoHandle, kind, undo, onAnswered }: Props) {
  const t = useTranslate();
  const { api } = usePageContext();

  async function submit({ code: credentials, serviceId }: Values): Promise<Outcome> {
    const reply = await undo({ credentials, serviceId: serviceId! });
    switch (reply.is) {
      case 'wrongCode':
      case 'expiredCode':
      case 'tooManyCodeTries':
      case 'unknownServiceId':
        return { problems: { code: { message: reply.message } } };
      case 'contactTaken':
      case 'accountDisabled':
      case 'refused':
      case 'noResponse':
        return { problems: { form: failureOf(reply) } };
      case 'done':
      case 'undoExpired':
      case 'needsContactCode':
        return { result: reply };
    }
  }

  const form = useForm({
    machine: () => formMachine<Values, CodeProblems, Reply>({ validate: codeProblems, submit }),
    values: (): Values => ({ code: code.value(), serviceId: code.serviceId }),
    onEnd(reply) {
      removeSentCode();
      onAnswered(reply);
    },
  });
  const { problems } = form;
  const code = useCodePart({
    resendAfter: resend.afterCode,
    problems,
    recipient: () => [undoHandle, kind] as const,
    deliver: ([preServiceId], options) => deliverByPreServiceId(api, 'UNDO_CONTACT', preServiceId, options, kind),
  });

  useFirstCode(code);

  return (
    <Form form={form}>
      <CodePart part={code} />
      <Notice failure={problems.form} />
      <Button kind="main" type="submit" disabled={!form.filled} busy={form.busy}>
        {t(form.busy ? 'undo.submitting' : 'undo.submit')}
      </Button>
    </Form>
  );
}
