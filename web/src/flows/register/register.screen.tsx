import { useEffectEvent, useLayoutEffect } from 'react';
import { readAccount } from '@foyer/contract/rules/account-rules';
import { resend } from '@foyer/contract/limits';
import { AccountField } from '../../parts/account-field.tsx';
import { AgreementLinks } from '../../parts/agreement-links.tsx';
import { Form } from '../../parts/form.tsx';
import { NewPassword } from '../../parts/new-password/new-password.tsx';
import { CodePart, useCodePart } from '../../parts/send-code/code-part.tsx';
import { deliverToAccount } from '../../parts/send-code/deliver.ts';
import { loginParamsOf } from '../../platform/api/login-params.ts';
import { sha256 } from '../../platform/browser/sha256.ts';
import { typeInto } from '../../platform/forms/input-events.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { type Failure } from '../../platform/i18n/failure.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Notice } from '../../ui/dialogs/notice.tsx';
import type { Outcome } from '../outcome.ts';
import { type Values, register } from './register.machine.ts';
import { useNoWhitespace } from './use-no-whitespace.ts';

/** Values of the form that survive a dialog, so that a person who cancels the dialog need not type them again. */
export type SavedValues = Partial<Pick<Values, 'password' | 'repeatPassword' | 'agreed'>>;

interface Props {
  /** The typed account, shared with links to other pages. */
  account: { typed: string };
  saved: SavedValues;
  /** Why the previous attempt ended. */
  failure: Failure | undefined;
  onEnd(outcome: Outcome): void;
}

export function Register({ account, saved, failure, onEnd }: Props) {
  const t = useTranslate();
  const page = usePageContext();
  const { api, config, variant } = page;

  const form = useForm({
    machine: () =>
      register({
        api,
        hash: sha256,
        loginParams: () => loginParamsOf(page),
        source: { pub: config.productCode, chl: 'web', tml: variant.device },
      }),
    values: (): Values => ({
      account: form.text('account').trim(),
      code: code.value(),
      serviceId: code.serviceId,
      password: form.text('password'),
      repeatPassword: form.text('repeatPassword'),
      agreed: form.checked('agreed'),
    }),
    onEdit(field, value) {
      if (field !== 'account') return;
      account.typed = value;
      code.recipientChanged();
    },
    onEnd(outcome) {
      Object.assign(saved, {
        password: form.text('password'),
        repeatPassword: form.text('repeatPassword'),
        agreed: form.checked('agreed'),
      });
      onEnd(outcome);
    },
  });
  const { problems } = form;
  useNoWhitespace(form.ref);
  const code = useCodePart({
    resendAfter: resend.afterCode,
    problems,
    // The sign-in form on the same page has codes of its own: a code counts for its purpose only.
    recipient() {
      const principal = readAccount(form.text('account'));
      return principal && { ...principal, bizType: 'REGISTER' as const };
    },
    deliver: ({ bizType, ...principal }, options) => deliverToAccount(api, bizType, principal, options),
    onNoRecipient: () => form.validate('account'),
  });
  const shownFailure = problems.form ?? (code.serviceId ? undefined : failure);

  const restore = useEffectEvent(() => {
    if (saved.password) typeInto(form.input('password')!, saved.password);
    if (saved.repeatPassword) typeInto(form.input('repeatPassword')!, saved.repeatPassword);
    if (saved.agreed) form.input('agreed')!.checked = true;
  });
  useLayoutEffect(() => restore(), []);

  return (
    <Form form={form}>
      <AccountField typed={account.typed} problems={problems} />
      <CodePart part={code} />
      <NewPassword label={t('pwd.label')} problems={problems} sharesRow />
      <Checkbox name="agreed" aria-invalid={problems.agreed ? true : undefined}>
        <AgreementLinks text={t('register.protocol')} />
      </Checkbox>
      <Notice failure={shownFailure}>{problems.agreed && t('bind.agree.tooltip')}</Notice>
      <Button kind="main" type="submit" disabled={!form.filled} busy={form.busy}>
        {t(form.busy ? 'register.submitting' : 'register.submit')}
      </Button>
    </Form>
  );
}
