import { useEffect, useEffectEvent, useRef } from 'react';
import { resend } from '@foyer/contract/limits';
import { dialogWidths } from '@foyer/contract/sizes';
import { verifySecondFactor } from '@foyer/contract/flows/second-factor';
import { Form } from '../../parts/form.tsx';
import { CodePart, useCodePart } from '../../parts/send-code/code-part.tsx';
import { deliverHeld } from '../../parts/send-code/deliver.ts';
import { resolveRedirect } from '../../platform/navigation/navigate.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { failureText } from '../../platform/i18n/failure.ts';
import { useFilled } from '../../platform/forms/use-filled.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Outcome } from '../outcome.ts';
import { secondFactor } from './second-factor.machine.ts';
import css from './second-factor.module.css';

interface Props {
  mobile: string;
  preServiceId: string;
  onEnd(outcome: Outcome): void;
  onCancel(): void;
}

/** A code to the account's own number, before there is any session. */
export function SecondFactor({ mobile, preServiceId, onEnd, onCancel }: Props) {
  const t = useTranslate();
  const visit = usePageContext();
  const form = useRef<HTMLFormElement>(null);
  const trust = useRef<HTMLInputElement>(null);
  const filled = useFilled(form);
  const redirectUrl = visit.params.redirects[0];

  const [state, send] = useMachine(() =>
    secondFactor(({ code, serviceId, trustBrowser }, signal) => {
      const ask = { credentials: code, serviceId: serviceId!, trustBrowser, ...(redirectUrl && { redirectUrl }) };
      return visit.api(verifySecondFactor, ask, { signal });
    }),
  );
  const problems = state.at === 'filling' ? state.problems : {};
  const code = useCodePart({
    wait: resend.afterSecondFactor,
    problem: problems.code,
    cause: problems,
    target: () => preServiceId,
    deliver: (held, pass) => deliverHeld(visit.api, 'LOGIN_DOUBLE_CHECK', held, pass),
    shelf: 'browser',
  });

  // The first code is on its way before anyone has to ask.
  const sendFirst = useEffectEvent(() => code.pressFirst());
  useEffect(() => {
    const id = setTimeout(() => sendFirst());
    return () => clearTimeout(id);
  }, []);

  const react = useEffectEvent(() => {
    if (state.at === 'ended') onEnd(state.result);
    if (state.at === 'filling' && state.problems.code) code.focus();
  });
  useEffect(() => react(), [state]);

  const typed = () => ({ code: code.typed(), serviceId: code.serviceId, trustBrowser: trust.current!.checked });
  return (
    <Dialog
      title={t('mfa.title')}
      width={dialogWidths.secondFactor}
      closeLabel={t('common.close')}
      busy={state.at !== 'filling'}
      onCancel={onCancel}
    >
      <Form
        ref={form}
        ready={filled}
        onEdit={(field) => send({ is: 'edit', field })}
        onSubmit={() => send({ is: 'submit', typed: typed() })}
      >
        <p className={css.about}>{t('mfa.desc', { mobile })}</p>
        <CodePart part={code} />
        <Checkbox ref={trust} name="trust" value="on">
          {t('mfa.trust')}
        </Checkbox>
        <p className={css.next}>{t('mfa.next', { target: destination() })}</p>
        <Notice>{problems.form && failureText(t, problems.form)}</Notice>
        <DialogButtons>
          <Button kind="main" type="submit" disabled={!filled || state.at !== 'filling'}>
            {t(state.at === 'filling' ? 'mfa.submit' : 'login.submitting')}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  );

  /** Where the person will go: enough to recognise, without what an address may carry. */
  function destination() {
    const { host, pathname } = new URL(resolveRedirect(visit, undefined));
    return `${host}${pathname}`;
  }
}
