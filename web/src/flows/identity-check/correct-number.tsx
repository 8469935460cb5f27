import { useEffect, useEffectEvent, useRef } from 'react';
import { endpointOf } from '@foyer/contract/rules/device-rules';
import { correctIdNumber } from '@foyer/contract/flows/identity-check';
import { longest, resend } from '@foyer/contract/limits';
import { readIdNumber } from '@foyer/contract/rules/person-rules';
import { verifyCode } from '@foyer/contract/flows/send-code';
import { Form } from '../../parts/form.tsx';
import { CodePart, useCodePart } from '../../parts/send-code/code-part.tsx';
import { deliverHeld } from '../../parts/send-code/deliver.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { failureText } from '../../platform/i18n/failure.ts';
import { useFilled } from '../../platform/forms/use-filled.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useProblem } from '../../ui/problem.ts';
import type { Outcome } from '../outcome.ts';
import { correctNumber } from './correct-number.machine.ts';
import css from './identity-check.module.css';

interface Props {
  asked: Outcome & { is: 'needsIdentityCheck' };
  onBusy(busy: boolean): void;
  onEnd(): void;
  onBack(): void;
}

export function CorrectNumber({ asked, onBusy, onEnd, onBack }: Props) {
  const t = useTranslate();
  const toast = useToast();
  const { api, variant } = usePageContext();
  const form = useRef<HTMLFormElement>(null);
  const number = useRef<HTMLInputElement>(null);
  const filled = useFilled(form);
  const loginParams = { endpoint: endpointOf(variant.device) };

  const [state, send] = useMachine(() =>
    correctNumber({
      verify: (credentials, serviceId, signal) => api(verifyCode, { credentials, serviceId, loginParams }, { signal }),
      correct: (idNumber, serviceId, signal) => api(correctIdNumber, { idNumber, serviceId }, { signal }),
    }),
  );
  const busy = state.at !== 'filling';
  const problems = busy ? {} : state.problems;
  const code = useCodePart({
    wait: resend.afterCode,
    problem: problems.code,
    cause: problems,
    target: () => asked.serviceId,
    deliver: (held, pass) => deliverHeld(api, 'MODIFY_IDCARD', held, pass, asked.codeBy),
  });

  const react = useEffectEvent(() => {
    onBusy(busy);
    if (state.at === 'ended') {
      toast(t('idcheck.corrected'));
      onEnd();
    }
    if (state.at !== 'filling') return;
    if (state.problems.number) number.current!.focus();
    else if (state.problems.code) code.focus();
  });
  useEffect(() => react(), [state]);

  const typed = () => ({ number: readIdNumber(number.current!.value), code: code.typed(), serviceId: code.serviceId });
  return (
    <Form
      ref={form}
      ready={filled}
      onEdit={(field) => send({ is: 'edit', field })}
      onSubmit={() => send({ is: 'submit', typed: typed() })}
    >
      <p className={css.about}>{t(asked.codeBy === 'email' ? 'idcheck.correct.byMail' : 'idcheck.correct.desc')}</p>
      <Field
        ref={number}
        name="number"
        label={t('idcheck.number')}
        placeholder={t('idcheck.number')}
        maxLength={longest.paste}
        autoComplete="off"
        problem={useProblem(problems, problems.number && t('idcheck.number.wrong'))}
      />
      <CodePart part={code} />
      <Notice>{problems.form && failureText(t, problems.form)}</Notice>
      <DialogButtons>
        <Button disabled={busy} onClick={onBack}>
          {t('common.back')}
        </Button>
        <Button kind="main" type="submit" disabled={!filled || busy}>
          {t('idcheck.submit')}
        </Button>
      </DialogButtons>
    </Form>
  );
}
