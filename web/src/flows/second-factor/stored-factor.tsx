import { useLayoutEffect, useRef } from 'react';
import { verifyStoredFactor } from '@foyer/contract/flows/second-factor';
import { Form } from '../../parts/form.tsx';
import { type StoredFactor as Kind, StoredFactorField } from '../../parts/stored-factor/stored-factor-field.tsx';
import { useForm } from '../../platform/forms/use-form.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { redirectParam } from '../../platform/api/redirect-param.ts';
import { FactorFooter, type FactorProps } from './factor-footer.tsx';
import { type StoredValues, storedFactor } from './second-factor.machine.ts';

/** A code of the authenticator app, or a backup code. */
export function StoredFactor({ factor, preServiceId, onBusy, onEnd, ...footer }: FactorProps & { factor: Kind }) {
  const page = usePageContext();
  const field = useRef<HTMLInputElement>(null);

  const form = useForm({
    machine: () =>
      storedFactor(factor, ({ code: credentials, trustBrowser }, signal) => {
        const request = { factor, credentials, preServiceId, trustBrowser, ...redirectParam(page.params) };
        return page.api(verifyStoredFactor, request, { signal });
      }),
    values: (): StoredValues => ({ code: form.text('code'), trustBrowser: form.checked('trust') }),
    onBusy,
    onEnd,
  });
  // The dialog focuses its first field when it opens; this one may come later.
  useLayoutEffect(() => field.current!.focus(), []);

  return (
    <Form form={form}>
      <StoredFactorField ref={field} factor={factor} problems={form.problems} />
      <FactorFooter form={form} {...footer} />
    </Form>
  );
}
