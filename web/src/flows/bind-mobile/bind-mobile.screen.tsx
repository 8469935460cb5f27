import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { readMobile } from '@foyer/contract/rules/account-rules';
import { input, resend } from '@foyer/contract/limits';
import { dialogWidths } from '@foyer/contract/sizes';
import { AgreementLinks } from '../../parts/agreement-links.tsx';
import { Form } from '../../parts/form.tsx';
import { CodePart, useCodePart } from '../../parts/send-code/code-part.tsx';
import { deliverToBind } from '../../parts/send-code/deliver.ts';
import { save, load } from '../../platform/storage/persisted.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { failureText } from '../../platform/i18n/failure.ts';
import { useFilled } from '../../platform/forms/use-filled.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useProblem } from '../../ui/problem.ts';
import type { Outcome } from '../outcome.ts';
import { type Typed, bindMobile } from './bind-mobile.machine.ts';
import css from './bind-mobile.module.css';
import { type Stranger, bind } from './bind-mobile.service.ts';

interface Props {
  stranger: Stranger;
  onEnd(outcome: Outcome): void;
  onCancel(): void;
}

/** Someone whose app we do not know proves a mobile number, and has an account from then on. */
export function BindMobile({ stranger, onEnd, onCancel }: Props) {
  const t = useTranslate();
  const visit = usePageContext();
  const { principal: known, userInfoContextId: preServiceId } = stranger;
  const form = useRef<HTMLFormElement>(null);
  const mobile = useRef<HTMLInputElement>(null);
  const tick = useRef<HTMLInputElement>(null);
  const filled = useFilled(form);
  const [before] = useState(() => load('mobile'));

  const [state, send] = useMachine(() => bindMobile((typed, signal) => bind(visit, stranger, typed, signal)));
  const problems = state.at === 'filling' ? state.problems : {};
  const wrongMobile = useProblem(problems, problems.mobile && t(`bind.mobile.${problems.mobile}`));
  const code = useCodePart({
    wait: resend.afterCode,
    problem: problems.code,
    cause: problems,
    target,
    deliver: (to, pass) => deliverToBind(visit.api, to, pass),
    onNoTarget: () => send({ is: 'check', typed: typed(), field: 'mobile' }),
  });

  function target() {
    if (known) return { preServiceId };
    const principal = readMobile(mobile.current!.value);
    return principal ? { preServiceId, principal } : undefined;
  }

  const typed = (): Typed => ({
    mobile: known ? undefined : mobile.current!.value,
    code: code.typed(),
    serviceId: code.serviceId,
    agreed: tick.current?.checked ?? false,
  });

  const react = useEffectEvent(() => {
    if (state.at === 'ended') onEnd(state.result);
    if (state.at !== 'filling') return;
    if (state.problems.mobile) mobile.current!.focus();
    else if (state.problems.code) code.focus();
    else if (state.problems.agreed) tick.current?.focus();
  });
  useEffect(() => react(), [state]);

  function onEdit(field: string) {
    if (field === 'mobile') {
      save('mobile', mobile.current!.value);
      code.accountChanged();
    }
    send({ is: 'edit', field });
  }

  return (
    <Dialog
      title={t('bind.title')}
      width={dialogWidths.bindAccount}
      closeLabel={t('common.close')}
      busy={state.at !== 'filling'}
      onCancel={onCancel}
    >
      <Form ref={form} ready={filled} onEdit={onEdit} onSubmit={() => send({ is: 'submit', typed: typed() })}>
        <p className={css.about}>{t('bind.desc')}</p>
        <Field
          ref={mobile}
          name="mobile"
          label={t('home.mobile')}
          placeholder={t('bind.mobile.placeholder')}
          defaultValue={known ?? (typeof before === 'string' ? before : undefined)}
          readOnly={known !== undefined}
          note={known && t('bind.mobile.known', { app: t(`qr.switch.${stranger.app}`) })}
          problem={wrongMobile}
          type="tel"
          autoComplete="tel-national"
          maxLength={input.maxLength}
          enterKeyHint="next"
        />
        <CodePart part={code} />
        {known && !problems.agreed ? (
          <p className={css.agreement}>
            <AgreementLinks text={t('login.agree.text')} />
          </p>
        ) : (
          <Checkbox ref={tick} name="agreed" aria-invalid={problems.agreed ? true : undefined}>
            <AgreementLinks text={t('register.protocol')} />
          </Checkbox>
        )}
        <Notice>{problems.agreed ? t('bind.agree.tooltip') : problems.form && failureText(t, problems.form)}</Notice>
        <DialogButtons>
          <Button kind="main" type="submit" disabled={!filled || state.at !== 'filling'}>
            {t(state.at === 'filling' ? 'bind.submit' : 'login.submitting')}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  );
}
