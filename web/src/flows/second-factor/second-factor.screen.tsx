import { useEffect, useEffectEvent } from 'react';
import { resend } from '@foyer/contract/limits';
import { dialogWidths } from '@foyer/contract/limits';
import { verifySecondFactor } from '@foyer/contract/flows/second-factor';
import { Form } from '../../parts/form.tsx';
import { CodePart, useCodePart } from '../../parts/send-code/code-part.tsx';
import { deliverToPreService } from '../../parts/send-code/deliver.ts';
import { Rich } from '../../platform/i18n/rich.tsx';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { failureText } from '../../platform/i18n/failure.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Outcome } from '../outcome.ts';
import { NextPage } from './next-page.tsx';
import { type Values, secondFactor } from './second-factor.machine.ts';

interface Props {
  mobile: string;
  preServiceId: string;
  /** Where the sign-in was going, if the answer that led here said so. */
  url: string | undefined;
  onEnd(outcome: Outcome): void;
  onCancel(): void;
}

/** Asks for a code sent to the account's mobile number. There is no session before it is verified. */
export function SecondFactor({ mobile, preServiceId, url, onEnd, onCancel }: Props) {
  const t = useTranslate();
  const page = usePageContext();
  const redirectUrl = page.params.redirects[0];
  const application = page.view?.application[page.language];
  // The person is signed in, and an application asks for more.
  const isStepUp = page.view?.reason?.is === 'secondFactor';

  const form = useForm({
    machine: () =>
      secondFactor(({ code: credentials, serviceId, trustBrowser }, signal) => {
        const request = { credentials, serviceId: serviceId!, trustBrowser, ...(redirectUrl && { redirectUrl }) };
        return page.api(verifySecondFactor, request, { signal });
      }),
    values: (): Values => ({ code: code.value(), serviceId: code.serviceId, trustBrowser: form.checked('trust') }),
    onEnd,
  });
  const { problems } = form;
  const code = useCodePart({
    resendAfter: resend.afterSecondFactor,
    problems,
    recipient: () => preServiceId,
    deliver: (recipient, options) => deliverToPreService(page.api, 'LOGIN_DOUBLE_CHECK', recipient, options),
    scope: 'browser',
  });

  // The first code is sent without a click.
  const sendFirst = useEffectEvent(() => code.sendFirst());
  useEffect(() => {
    const id = setTimeout(() => sendFirst());
    return () => clearTimeout(id);
  }, []);

  return (
    <Dialog
      lead={<Rich text={t(isStepUp ? 'stepUp.desc' : 'mfa.desc')} slots={{ application, mobile: <b>{mobile}</b> }} />}
      title={t(page.variant.page === 'ssoMiddle' ? 'secondary.title' : 'mfa.title')}
      width={dialogWidths.secondFactor}
      closeLabel={t('common.close')}
      busy={form.busy}
      onCancel={onCancel}
    >
      <Form form={form}>
        <CodePart part={code} sent={t('code.sent')} />
        <Checkbox name="trust" value="on">
          {t('mfa.trust')}
        </Checkbox>
        <Notice>{problems.form && failureText(t, problems.form)}</Notice>
        <DialogButtons>
          <Button kind="main" type="submit" disabled={!form.filled} busy={form.busy}>
            {t(form.busy ? 'login.submitting' : isStepUp ? 'stepUp.submit' : 'mfa.submit')}
          </Button>
        </DialogButtons>
        <NextPage url={url} />
      </Form>
    </Dialog>
  );
}
