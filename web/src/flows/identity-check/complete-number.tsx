import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { pastedIdSuffix } from '@foyer/contract/rules/id-suffix-rules';
import { checkIdSuffix } from '@foyer/contract/flows/identity-check';
import { identityCheck as limits } from '@foyer/contract/limits';
import { Form } from '../../parts/form.tsx';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { failureText } from '../../platform/i18n/failure.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { IdBoxes } from '../../ui/id-boxes.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useProblem, useShownProblem } from '../../ui/problem.ts';
import { useToast } from '../../ui/toast.tsx';
import type { Outcome } from '../outcome.ts';
import { identityCheck } from './identity-check.machine.ts';
import css from './identity-check.module.css';

interface Props {
  asked: Outcome & { is: 'needsIdentityCheck' };
  onBusy(busy: boolean): void;
  onEnd(): void;
  onWrongRecord(): void;
}

export function CompleteNumber({ asked, onBusy, onEnd, onWrongRecord }: Props) {
  const t = useTranslate();
  const toast = useToast();
  const { api } = usePageContext();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const first = useRef<HTMLInputElement>(null);
  const [suffix, setSuffix] = useState('');

  const { name, desIdNo, serviceId } = asked;
  const [state, send] = useMachine(() =>
    identityCheck((idSuffix, signal) => api(checkIdSuffix, { serviceId, idSuffix }, { signal })),
  );
  const busy = state.at !== 'filling';
  const problems = busy ? {} : state.problems;
  const wrong = problems.suffix;
  const problem = useProblem(problems, wrong && sayWrong());
  const words = useShownProblem(problem);

  const react = useEffectEvent(() => {
    onBusy(busy);
    if (state.at === 'ended') {
      toast(t('idcheck.success'));
      onEnd();
    }
    if (state.at === 'filling' && state.problems.suffix) first.current!.focus();
  });
  useEffect(() => react(), [state]);

  function sayWrong() {
    if (typeof wrong === 'object') return t.service(wrong);
    return t(wrong === 'tooLate' ? 'common.tooLate' : `idcheck.${wrong!}`);
  }

  return (
    <Form
      ref={form}
      ready
      onEdit={() => send({ is: 'edit', field: 'suffix' })}
      onSubmit={() => send({ is: 'submit', typed: { suffix } })}
    >
      <p className={css.about}>{t('idcheck.desc', { name, desIdNo })}</p>
      <div className={css.boxes} onPointerEnter={words.show} onFocus={words.show}>
        <IdBoxes
          count={limits.characters}
          label={t('idcheck.short')}
          boxLabel={(n) => t('idcheck.box.aria', { n })}
          describedBy={wrong && id}
          bad={wrong !== undefined}
          read={pastedIdSuffix}
          onChange={setSuffix}
          first={first}
        />
        <p id={id} role="alert" className={words.shown ? css.problem : 'unseen'}>
          {problem?.text}
        </p>
      </div>
      <Notice>{problems.form && failureText(t, problems.form)}</Notice>
      <Button kind="text" disabled={busy} onClick={onWrongRecord}>
        {t('idcheck.wrongRecord')}
      </Button>
      <DialogButtons>
        <Button kind="main" type="submit" disabled={busy}>
          {t('idcheck.submit')}
        </Button>
      </DialogButtons>
    </Form>
  );
}
