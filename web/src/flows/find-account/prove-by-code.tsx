import { useEffect, useEffectEvent, useRef } from 'react';
import { endpointOf } from '@foyer/contract/rules/device-rules';
import { resend } from '@foyer/contract/limits';
import { verifyCode } from '@foyer/contract/flows/send-code';
import { Form } from '../../parts/form.tsx';
import { proveHeld } from '../../parts/prove-account/prove-account.machine.ts';
import { CodePart, useCodePart } from '../../parts/send-code/code-part.tsx';
import { deliverHeld } from '../../parts/send-code/deliver.ts';
import { removeSentCode } from '../../parts/send-code/persisted-code.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { failureText } from '../../platform/i18n/failure.ts';
import { useFilled } from '../../platform/forms/use-filled.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import css from './find-account.module.css';

interface Props {
  preServiceId: string;
  onProven(serviceId: string): void;
  onBack(): void;
}

export function ProveByCode({ preServiceId, onProven, onBack }: Props) {
  const t = useTranslate();
  const { api, variant } = usePageContext();
  const form = useRef<HTMLFormElement>(null);
  const filled = useFilled(form);
  const loginParams = { endpoint: endpointOf(variant.device) };

  const [state, send] = useMachine(() =>
    proveHeld((credentials, serviceId, signal) => api(verifyCode, { credentials, serviceId, loginParams }, { signal })),
  );
  const problems = state.at === 'filling' ? state.problems : {};
  const code = useCodePart({
    wait: resend.afterCode,
    problem: problems.code,
    cause: problems,
    target: () => preServiceId,
    deliver: (held, pass) => deliverHeld(api, 'FIND_ACCOUNT', held, pass),
    shelf: 'browser',
  });

  const react = useEffectEvent(() => {
    if (state.at === 'ended') {
      removeSentCode();
      onProven(state.result);
    }
    if (state.at === 'filling' && state.problems.code) code.focus();
  });
  useEffect(() => react(), [state]);

  return (
    <Form
      ref={form}
      ready={filled}
      onEdit={(field) => send({ is: 'edit', field })}
      onSubmit={() => send({ is: 'submit', typed: { code: code.typed(), serviceId: code.serviceId } })}
    >
      <p className={css.about}>{t('findAccount.codeToRecord')}</p>
      <CodePart part={code} />
      <Notice>{problems.form && failureText(t, problems.form)}</Notice>
      <Button kind="main" type="submit" disabled={!filled || state.at !== 'filling'}>
        {t('common.next')}
      </Button>
      <Button kind="text" onClick={onBack}>
        {t('common.back')}
      </Button>
    </Form>
  );
}
