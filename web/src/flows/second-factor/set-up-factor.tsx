import { useEffect, useRef, useState } from 'react';
import type { CallResult } from '@foyer/contract/call';
import { startAuthenticator } from '@foyer/contract/flows/authenticator';
import { verifyStoredFactor } from '@foyer/contract/flows/second-factor';
import { Form } from '../../parts/form.tsx';
import { AuthenticatorKey } from '../../parts/stored-factor/authenticator-key.tsx';
import { StoredFactorField } from '../../parts/stored-factor/stored-factor-field.tsx';
import { useForm } from '../../platform/forms/use-form.ts';
import { failureOf, failureText } from '../../platform/i18n/failure.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { redirectParam } from '../../platform/api/redirect-param.ts';
import { Notice } from '../../ui/dialogs/notice.tsx';
import { FactorFooter, type FactorProps } from './factor-footer.tsx';
import { type StoredValues, storedFactor } from './second-factor.machine.ts';

type Started = CallResult<typeof startAuthenticator>;

/** The operator requires a second factor and the account has none: the first code of a new app completes the sign-in. */
export function SetUpFactor({ preServiceId, onBusy, onEnd, ...footer }: FactorProps) {
  const t = useTranslate();
  const page = usePageContext();
  const { api } = page;
  const field = useRef<HTMLInputElement>(null);
  const [started, setStarted] = useState<Started>();
  useEffect(() => {
    const unmounted = new AbortController();
    void api(startAuthenticator, { preServiceId }, { signal: unmounted.signal }).then(
      (reply) => !unmounted.signal.aborted && setStarted(reply),
    );
    return () => unmounted.abort();
  }, [api, preServiceId]);

  const form = useForm({
    machine: () =>
      storedFactor('totp', ({ code: credentials, trustBrowser, setupId }, signal) => {
        const request = { factor: 'totp', credentials, preServiceId, trustBrowser, setupId } as const;
        return api(verifyStoredFactor, { ...request, ...redirectParam(page.params) }, { signal });
      }),
    values: (): StoredValues => ({
      code: form.text('code'),
      trustBrowser: form.checked('trust'),
      setupId: started?.is === 'done' ? started.data.setupId : undefined,
    }),
    onBusy,
    onEnd,
  });

  if (started && started.is !== 'done') return <Notice>{failureText(t, failureOf(started))}</Notice>;
  return (
    <>
      {started && <AuthenticatorKey {...started.data} />}
      <Form form={form}>
        <StoredFactorField ref={field} factor="totp" problems={form.problems} />
        <FactorFooter form={form} {...footer} />
      </Form>
    </>
  );
}
