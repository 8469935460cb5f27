import { type ReactNode, useEffect } from 'react';
import { readAccount } from '@foyer/contract/rules/account-rules';
import { resend } from '@foyer/contract/first-limits';
import { AccountField } from '../../parts/account-field.tsx';
import type { ChosenAccount } from '../../parts/chosen-account.ts';
import { CodePart, useCodePart } from '../../parts/send-code/code-part.tsx';
import { Form } from '../../parts/form.tsx';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { type Failure } from '../../platform/i18n/failure.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { loadWhenIdle } from '../../platform/lazy/when-idle.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/dialogs/notice.tsx';
import type { Outcome } from '../outcome.ts';
import { type Values, codeLogin } from './code-login.machine.ts';
import type { Recipient } from './code-login.service.ts';

const loadService = () => import('./code-login.service.ts');

interface Props {
  /** The typed account, shared with the other tab. */
  account: { typed: string };
  /** Replaces the account field. */
  chosen: ChosenAccount | undefined;
  /** Below the account field. */
  hint: ReactNode;
  /** Why the previous attempt ended. */
  failure: Failure | undefined;
  onBusy(busy: boolean): void;
  onEnd(outcome: Outcome): void;
}

export function CodeLogin({ account, hint, chosen, failure, onBusy, onEnd }: Props) {
  const t = useTranslate();
  const page = usePageContext();
  useEffect(() => loadWhenIdle(loadService), []);

  const form = useForm({
    machine: () =>
      codeLogin({
        verify: async (value, serviceId, signal) => (await loadService()).verify(page, value, serviceId, signal),
        commit: async (verified, signal) => (await loadService()).commit(page, verified, signal),
      }),
    values: (): Values => ({
      account: form.text('account').trim(),
      handle: chosen?.handle,
      code: code.value(),
      serviceId: code.serviceId,
    }),
    onEdit(field, value) {
      if (field !== 'account') return;
      account.typed = value;
      code.recipientChanged();
    },
    onBusy,
    onEnd,
  });
  const { problems } = form;
  const code = useCodePart({
    resendAfter: resend.afterCode,
    problems,
    recipient: (): Recipient | undefined =>
      chosen ? { preServiceId: chosen.handle, kind: chosen.kind } : readAccount(form.text('account')),
    deliver: async (recipient, options) => (await loadService()).deliver(page, recipient, options),
    onNoRecipient: () => form.validate('account'),
  });
  const shownFailure = problems.form ?? (code.serviceId ? undefined : failure);

  return (
    <Form form={form}>
      {chosen?.field ?? <AccountField typed={account.typed} hint={hint} problems={problems} />}
      <CodePart part={code} />
      <Notice failure={shownFailure} />
      <Button kind="main" type="submit" disabled={!form.filled} busy={form.busy}>
        {t(form.busy ? 'login.submitting' : chosen ? 'login.submit' : 'login.submitOrRegister')}
      </Button>
    </Form>
  );
}
