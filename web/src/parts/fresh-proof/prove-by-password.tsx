import { proveByPassword } from '@foyer/contract/flows/account';
import { failureOf } from '../../platform/i18n/failure.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { type PasswordOutcome, PasswordProof } from '../password-proof.tsx';
import type { ProofProps } from './proof-request.ts';

export function ProveByPassword({ username, onBusy, onProven, onCancel, others }: ProofProps) {
  const t = useTranslate();
  const { api } = usePageContext();

  async function check(credentials: string, signal: AbortSignal): Promise<PasswordOutcome<null>> {
    const reply = await api(proveByPassword, { credentials }, { signal });
    switch (reply.is) {
      case 'done':
      // The call that needs the proof finds out as well, and leads to sign-in.
      case 'notSignedIn':
        return { result: null };
      case 'wrongCredentials':
        return { problems: { password: { left: reply.data.attemptsLeft } } };
      case 'waitBeforeRetry':
      case 'lockedOut':
        return { problems: { password: { message: reply.message } } };
      case 'refused':
      case 'noResponse':
        return { problems: { form: failureOf(reply) } };
    }
  }

  return (
    <PasswordProof
      username={username}
      submit={t('proof.submit')}
      check={check}
      onBusy={onBusy}
      onEnd={onProven}
      onCancel={onCancel}
      below={others}
    />
  );
}
