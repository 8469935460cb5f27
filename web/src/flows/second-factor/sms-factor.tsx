import { resend } from '@foyer/contract/limits';
import { verifySecondFactor } from '@foyer/contract/flows/second-factor';
import { Form } from '../../parts/form.tsx';
import { CodePart, useCodePart } from '../../parts/send-code/code-part.tsx';
import { deliverByPreServiceId } from '../../parts/send-code/deliver.ts';
import { useFirstCode } from '../../parts/send-code/use-first-code.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { redirectParam } from '../../platform/api/redirect-param.ts';
import { FactorFooter, type FactorProps } from './factor-footer.tsx';
import { type SmsValues, smsFactor } from './second-factor.machine.ts';

/** A code sent to the account's mobile number. */
export function SmsFactor({ preServiceId, onBusy, onEnd, ...footer }: FactorProps) {
  const t = useTranslate();
  const page = usePageContext();

  const form = useForm({
    machine: () =>
      smsFactor(({ code: credentials, serviceId, trustBrowser }, signal) => {
        const request = {
          credentials,
          serviceId: serviceId!,
          preServiceId,
          trustBrowser,
          ...redirectParam(page.params),
        };
        return page.api(verifySecondFactor, request, { signal });
      }),
    values: (): SmsValues => ({ code: code.value(), serviceId: code.serviceId, trustBrowser: form.checked('trust') }),
    onBusy,
    onEnd,
  });
  const code = useCodePart({
    resendAfter: resend.afterSecondFactor,
    problems: form.problems,
    recipient: () => preServiceId,
    deliver: (recipient, options) => deliverByPreServiceId(page.api, 'LOGIN_DOUBLE_CHECK', recipient, options),
    scope: 'browser',
  });

  useFirstCode(code);

  return (
    <Form form={form}>
      <CodePart part={code} sentText={t('code.sent')} />
      <FactorFooter form={form} {...footer} />
    </Form>
  );
}
