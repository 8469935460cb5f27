import { startPasskeyFactor, verifyPasskeyFactor } from '@foyer/contract/flows/passkey';
import { Form } from '../../parts/form.tsx';
import { getCredential } from '../../parts/passkey/credentials.ts';
import type { CodeProblems } from '../../parts/send-code/code-problem.ts';
import { type FormOutcome, formMachine } from '../../platform/forms/form-machine.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { failureOf } from '../../platform/i18n/failure.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { redirectParam } from '../../platform/api/redirect-param.ts';
import type { Outcome } from '../outcome.ts';
import { FactorFooter, type FactorProps } from './factor-footer.tsx';

/** The browser asks for the passkey by itself, once the person presses the button. */
export function PasskeyFactor({ preServiceId, onBusy, onEnd, ...footer }: FactorProps) {
  const t = useTranslate();
  const { api, params } = usePageContext();

  async function verify(trustBrowser: boolean, signal: AbortSignal): Promise<FormOutcome<CodeProblems, Outcome>> {
    const started = await api(startPasskeyFactor, { preServiceId }, { signal });
    if (started.is !== 'done') return { problems: { form: failureOf(started) } };
    const given = await getCredential(started.data, { signal });
    if (given.is !== 'given') return { problems: { form: { message: t('passkey.notUsed') } } };
    const request = { preServiceId, credential: given.credential, trustBrowser, ...redirectParam(params) };
    const reply = await api(verifyPasskeyFactor, request, { signal });
    if (reply.is === 'done')
      return { result: { is: 'signedIn', url: reply.data.url, needAgreement: reply.data.needAgreement } };
    if (reply.is === 'needsIdentityCheck') return { result: { is: 'needsIdentityCheck', ...reply.data } };
    return { problems: { form: failureOf(reply) } };
  }

  const form = useForm({
    machine: () => formMachine<boolean, CodeProblems, Outcome>({ validate: () => ({}), submit: verify }),
    values: (): boolean => form.checked('trust'),
    onBusy,
    onEnd,
  });
  return (
    <Form form={form}>
      <FactorFooter form={{ ...form, filled: true }} {...footer} />
    </Form>
  );
}
