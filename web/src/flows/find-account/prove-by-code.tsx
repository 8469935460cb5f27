import { endpointOf } from '@foyer/contract/rules/device-rules';
import { resend } from '@foyer/contract/limits';
import { verifyCode } from '@foyer/contract/flows/send-code';
import { Form } from '../../parts/form.tsx';
import { type CodeValues, proveCode } from '../../parts/prove-account/prove-account.machine.ts';
import { CodePart, useCodePart } from '../../parts/send-code/code-part.tsx';
import { deliverByPreServiceId } from '../../parts/send-code/deliver.ts';
import { removeSentCode } from '../../parts/send-code/persisted-code.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/dialogs/notice.tsx';
import css from './find-account.module.css';

interface Props {
  preServiceId: string;
  onProven(serviceId: string): void;
}

export function ProveByCode({ preServiceId, onProven }: Props) {
  const t = useTranslate();
  const { api, variant } = usePageContext();
  const loginParams = { endpoint: endpointOf(variant.device) };

  const form = useForm({
    machine: () =>
      proveCode((credentials, serviceId, signal) =>
        api(verifyCode, { credentials, serviceId, loginParams }, { signal }),
      ),
    values: (): CodeValues => ({ code: code.value(), serviceId: code.serviceId }),
    onEnd(serviceId) {
      removeSentCode();
      onProven(serviceId);
    },
  });
  const { problems } = form;
  const code = useCodePart({
    resendAfter: resend.afterCode,
    problems,
    recipient: () => preServiceId,
    deliver: (recipient, options) => deliverByPreServiceId(api, 'FIND_ACCOUNT', recipient, options),
    scope: 'browser',
  });

  return (
    <Form form={form}>
      <p className={css.about}>{t('findAccount.codeToRecord')}</p>
      <CodePart part={code} sentText={t('findAccount.sent')} late="findAccount.late" />
      <Notice failure={problems.form} />
      <Button kind="main" type="submit" disabled={!form.filled} busy={form.busy}>
        {t('findAccount.submit')}
      </Button>
    </Form>
  );
}
