import { askRecovery } from '@foyer/contract/flows/recovery';
import { failureOf } from '../../platform/i18n/failure.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { type PasswordOutcome, PasswordProof } from '../password-proof.tsx';
import type { RecoverProps } from './recover-props.ts';

export function RecoverByPassword({ preServiceId, onBusy, onAsked, onCancel, others }: RecoverProps) {
  const t = useTranslate();
  const { api } = usePageContext();

  async function check(credentials: string, signal: AbortSignal): Promise<PasswordOutcome<string>> {
    const reply = await api(askRecovery, { preServiceId, proof: 'password', credentials }, { signal });
    switch (reply.is) {
      case 'done':
        return { result: reply.data.takesPlaceAt };
      case 'wrongCredentials':
        return { problems: { password: { left: reply.data.attemptsLeft } } };
      case 'waitBeforeRetry':
      case 'lockedOut':
        return { problems: { password: { message: reply.message } } };
      case 'wrongCode':
      case 'expiredCode':
      case 'tooManyCodeTries':
      case 'unknownServiceId':
      case 'refused':
      case 'noResponse':
        return { problems: { form: failureOf(reply) } };
    }
  }

  return (
    <PasswordProof
      takesFocus
      submit={t('recovery.submit')}
      cancel={t('common.back')}
      check={check}
      onBusy={onBusy}
      onEnd={onAsked}
      onCancel={onCancel}
      below={others}
    />
  );
}
