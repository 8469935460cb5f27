import { useRef } from 'react';
import { startAuthenticator } from '@foyer/contract/flows/authenticator';
import { verifyStoredFactor } from '@foyer/contract/flows/second-factor';
import { Form } from '../../parts/form.tsx';
import { AuthenticatorKey } from '../../parts/stored-factor/authenticator-key.tsx';
import { StoredFactorField } from '../../parts/stored-factor/stored-factor-field.tsx';
import { useForm } from '../../platform/forms/use-form.ts';
import { useLoad } from '../../platform/machine/use-load.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { redirectParam } from '../../platform/api/redirect-param.ts';
import { Notice } from '../../ui/dialogs/notice.tsx';
import { FactorFooter, type FactorProps } from './factor-footer.tsx';
import { type StoredValues, storedFactor } from './second-factor.machine.ts';

/** The operator requires a second factor and the account has none: the first code of a new app completes the sign-in. */
export function SetUpFactor({ preServiceId, onBusy, onEnd, ...footer }: FactorProps) {
  const page = usePageContext();
  const { api } = page;
  const field = useRef<HTMLInputElement>(null);
  const { state, data: started } = useLoad(
    (signal) => api(startAuthenticator, { preServiceId }, { signal }),
    preServiceId,
  );

  const form = useForm({
    machine: () =>
      storedFactor('totp', ({ code: credentials, trustBrowser, setupId }, signal) => {
        const request = { factor: 'totp', credentials, preServiceId, trustBrowser, setupId } as const;
        return api(verifyStoredFactor, { ...request, ...redirectParam(page.params) }, { signal });
      }),
    values: (): StoredValues => ({
      code: form.text('code'),
      trustBrowser: form.checked('trust'),
      setupId: started?.setupId,
    }),
    onBusy,
    onEnd,
  });

  if (state.at === 'failed') return <Notice failure={state.failure} />;
  return (
    <>
      {started && <AuthenticatorKey {...started} />}
      <Form form={form}>
        <StoredFactorField ref={field} factor="totp" problems={form.problems} />
        <FactorFooter form={form} {...footer} />
      </Form>
    </>
  );
}
