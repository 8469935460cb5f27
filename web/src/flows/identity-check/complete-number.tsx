import { useState } from 'react';
import { pastedIdSuffix } from '@foyer/contract/rules/id-suffix-rules';
import { checkIdSuffix } from '@foyer/contract/flows/identity-check';
import { identityCheck as limits } from '@foyer/contract/limits';
import { Form } from '../../parts/form.tsx';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { BelowButtons, DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import { IdBoxes } from '../../ui/fields/id-boxes.tsx';
import { Notice } from '../../ui/dialogs/notice.tsx';
import { useProblem } from '../../ui/fields/problem.ts';
import type { Outcome } from '../outcome.ts';
import { identityCheck } from './identity-check.machine.ts';
import { printedNumber } from './printed-number.ts';

interface Props {
  outcome: Outcome & { is: 'needsIdentityCheck' };
  onBusy(busy: boolean): void;
  onEnd(): void;
  onWrongRecord(): void;
}

export function CompleteNumber({ outcome, onBusy, onEnd, onWrongRecord }: Props) {
  const t = useTranslate();
  const { api } = usePageContext();
  const [suffix, setSuffix] = useState('');

  const { desIdNo, serviceId } = outcome;
  const complete = suffix.length >= limits.characters;
  const form = useForm({
    machine: () => identityCheck((idSuffix, signal) => api(checkIdSuffix, { serviceId, idSuffix }, { signal })),
    values: () => ({ suffix }),
    onBusy,
    onEnd,
  });
  const { problems, busy } = form;
  const problem = useProblem(problems, problemText());

  function problemText() {
    if (typeof problems.suffix === 'object') return t.service(problems.suffix);
    if (problems.suffix === 'tooLate') return t('common.tooLate');
    return problems.suffix && t(`idcheck.${problems.suffix}`);
  }

  return (
    <Form form={form} ready={complete}>
      <IdBoxes
        count={limits.characters}
        name="suffix"
        label={t('idcheck.number')}
        printed={printedNumber(desIdNo)}
        boxesLabel={t('idcheck.short')}
        boxLabel={(n) => t('idcheck.box.aria', { n })}
        problem={problem}
        read={pastedIdSuffix}
        onChange={setSuffix}
      />
      <Notice failure={problems.form} />
      <DialogButtons>
        <Button kind="main" type="submit" disabled={!complete} busy={busy}>
          {t(busy ? 'captcha.verifying' : 'idcheck.submit')}
        </Button>
      </DialogButtons>
      <BelowButtons>
        <Button kind="text" disabled={busy} onClick={onWrongRecord}>
          {t('idcheck.wrongRecord')}
        </Button>
      </BelowButtons>
    </Form>
  );
}
