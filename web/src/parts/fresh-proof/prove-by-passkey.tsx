import { proveByPasskey, startPasskeyProof } from '@foyer/contract/flows/passkey';
import { formMachine } from '../../platform/forms/form-machine.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { DialogForm } from '../dialog-form.tsx';
import { getCredential } from '../passkey/credentials.ts';
import type { ProofProps } from './proof-request.ts';

type Problems = { form?: Failure };

/** The browser asks for the passkey by itself: there is nothing to fill in. */
export function ProveByPasskey({ onBusy, onProven, onCancel, others }: ProofProps) {
  const t = useTranslate();
  const { api } = usePageContext();

  async function prove(signal: AbortSignal): Promise<{ result: null } | { problems: Problems }> {
    const started = await api(startPasskeyProof, {}, { signal });
    // The call that needs the proof finds out as well, and leads to sign-in.
    if (started.is === 'notSignedIn') return { result: null };
    if (started.is !== 'done') return { problems: { form: failureOf(started) } };
    const given = await getCredential(started.data, { signal });
    if (given.is !== 'given') return { problems: { form: { message: t('passkey.notUsed') } } };
    const reply = await api(proveByPasskey, { credential: given.credential }, { signal });
    return reply.is === 'done' || reply.is === 'notSignedIn'
      ? { result: null }
      : { problems: { form: failureOf(reply) } };
  }

  const form = useForm({
    machine: () =>
      formMachine<null, Problems, null>({ validate: () => ({}), submit: (_values, signal) => prove(signal) }),
    values: () => null,
    onBusy,
    onEnd: onProven,
  });

  return <DialogForm form={form} submit={t('passkey.use')} ready onCancel={onCancel} below={others} />;
}
