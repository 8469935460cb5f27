import {
  type ContactKind,
  changeContact as changeContactCall,
  sendContactCode,
} from '@foyer/contract/flows/contact-change';
import { dialogWidths } from '@foyer/contract/layout-sizes';
import { input as inputLimits, resend } from '@foyer/contract/limits';
import { mask } from '@foyer/contract/rules/account-rules';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { useFreshProof } from '../../parts/fresh-proof/fresh-proof.tsx';
import { CodePart, useCodePart } from '../../parts/send-code/code-part.tsx';
import { type Delivery, type DeliveryOptions, undelivered } from '../../parts/send-code/deliver.ts';
import { removeSentCode } from '../../parts/send-code/persisted-code.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { failureOf } from '../../platform/i18n/failure.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { useProblem } from '../../ui/fields/problem.ts';
import { type ContactValues, changeContact, readContact } from './change-contact.machine.ts';

interface Props {
  kind: ContactKind;
  /** Undefined where one is added. */
  current: string | undefined;
  onChanged(): void;
  /** The session has ended meanwhile. */
  onSignedOut(): void;
  onCancel(): void;
}

/** Adds or changes the mobile number or the e-mail address, proven by a code to the new one. */
export function ChangeContact({ kind, current, onChanged, onSignedOut, onCancel }: Props) {
  const t = useTranslate();
  const { api } = usePageContext();
  const { run } = useFreshProof();

  const form = useForm({
    machine: () =>
      changeContact(kind, current, (serviceId, credentials, signal) =>
        run(() => api(changeContactCall, { serviceId, credentials }, { signal })),
      ),
    values: (): ContactValues => ({
      contact: form.text('contact').trim(),
      code: code.value(),
      serviceId: code.serviceId,
    }),
    onEdit: (field) => field === 'contact' && code.recipientChanged(),
    onEnd(result) {
      removeSentCode();
      if (result === 'changed') onChanged();
      else onSignedOut();
    },
  });
  const { problems } = form;
  const code = useCodePart({
    resendAfter: resend.afterCode,
    problems,
    recipient: () => {
      const contact = readContact(kind, form.text('contact'));
      return contact === current ? undefined : contact;
    },
    deliver,
    onNoRecipient: () => form.validate('contact'),
  });

  async function deliver(principal: string, { auth, signal }: DeliveryOptions): Promise<Delivery> {
    const reply = await run(() => api(sendContactCode, { principal, ...(auth && { auth }) }, { signal }));
    if (reply.is === 'done') return { serviceId: reply.data.serviceId, sentTo: mask(principal) };
    return reply.is === 'cancelled'
      ? { problem: { message: t('proof.lead') } }
      : { ...undelivered(reply), problem: failureOf(reply) };
  }

  function problemText() {
    const problem = problems.contact;
    if (typeof problem === 'object') return t.service(problem);
    return problem && t(problem === 'same' ? 'contact.same' : `contact.${kind}.${problem}`);
  }

  return (
    <Dialog
      title={t(`contact.${kind}.${current ? 'changeTitle' : 'addTitle'}`)}
      lead={current ? t('contact.changeLead', { current }) : t('contact.addLead')}
      width={dialogWidths.secondFactor}
      busy={form.busy}
      onCancel={onCancel}
    >
      <DialogForm form={form} submit={t(form.busy ? 'contact.submitting' : 'contact.submit')} onCancel={onCancel}>
        <Field
          name="contact"
          label={t(`contact.${kind}.new`)}
          placeholder={t(`contact.${kind}.placeholder`)}
          type={kind === 'mobile' ? 'tel' : 'email'}
          autoComplete={kind === 'mobile' ? 'tel' : 'email'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={inputLimits.maxLength}
          problem={useProblem(problems, problemText(), problems.contact)}
        />
        <CodePart part={code} />
      </DialogForm>
    </Dialog>
  );
}
