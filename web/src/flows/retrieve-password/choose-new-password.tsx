import { isMasked } from '@foyer/contract/rules/account-rules';
import { resetPassword } from '@foyer/contract/flows/retrieve-password';
import { Form } from '../../parts/form.tsx';
import { NewPassword } from '../../parts/new-password/new-password.tsx';
import type { NewPasswordValues } from '../../parts/new-password/problems.ts';
import { sha256 } from '../../platform/browser/sha256.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import type { Failure } from '../../platform/i18n/failure.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/dialogs/notice.tsx';
import { chooseNewPassword } from './choose-new-password.machine.ts';

interface Props {
  /** The verified account, as typed. */
  account: string;
  serviceId: string;
  onDone(): void;
  /** The verified code has expired or is used: another code is needed. */
  onStartOver(failure: Failure): void;
}

export function ChooseNewPassword({ account, serviceId, onDone, onStartOver }: Props) {
  const t = useTranslate();
  const { api } = usePageContext();

  const form = useForm({
    machine: () =>
      chooseNewPassword(async (password, signal) =>
        api(resetPassword, { serviceId, newPassword: await sha256(password) }, { signal }),
      ),
    values: (): NewPasswordValues => ({ password: form.text('password'), repeatPassword: form.text('repeatPassword') }),
    onEnd: (result) => (result === 'reset' ? onDone() : onStartOver(result.proofExpired)),
  });
  const { problems } = form;

  return (
    <Form form={form}>
      <NewPassword label={t('pwd.new')} problems={problems} account={isMasked(account) ? undefined : account} />
      <Notice failure={problems.form} />
      <Button kind="main" type="submit" disabled={!form.filled} busy={form.busy}>
        {t('retrieve.reset')}
      </Button>
    </Form>
  );
}
