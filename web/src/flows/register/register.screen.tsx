import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { readAccount } from '@foyer/contract/rules/account-rules';
import { resend } from '@foyer/contract/limits';
import { AccountField } from '../../parts/account-field.tsx';
import { AgreementLinks } from '../../parts/agreement-links.tsx';
import { Form } from '../../parts/form.tsx';
import { NewPassword } from '../../parts/new-password/new-password.tsx';
import { CodePart, useCodePart } from '../../parts/send-code/code-part.tsx';
import { deliverTo } from '../../parts/send-code/deliver.ts';
import { loginParamsOf } from '../../platform/api/login-params.ts';
import { sha256 } from '../../platform/browser/sha256.ts';
import { typeInto } from '../../platform/forms/type-into.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { type Failure, failureText } from '../../platform/i18n/failure.ts';
import { useFilled } from '../../platform/forms/use-filled.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Outcome } from '../outcome.ts';
import { type Typed, register } from './register.machine.ts';
import { useNoWhitespace } from './use-no-whitespace.ts';

/** What was typed when the form was left for a dialog: whoever comes back from there finds it. */
export type TypedBefore = Partial<Pick<Typed, 'password' | 'again' | 'agreed'>>;

interface Props {
  /** Where what is typed as account is kept for whoever links to another page. */
  account: { typed: string };
  before: TypedBefore;
  /** Why they are here again. */
  why: Failure | undefined;
  onEnd(outcome: Outcome): void;
}

export function Register({ account, before, why, onEnd }: Props) {
  const t = useTranslate();
  const visit = usePageContext();
  const { api, config, variant } = visit;
  const form = useRef<HTMLFormElement>(null);
  const accountField = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const again = useRef<HTMLInputElement>(null);
  const tick = useRef<HTMLInputElement>(null);
  const filled = useFilled(form);
  useNoWhitespace(accountField);

  const [state, send] = useMachine(() =>
    register({
      api,
      hash: sha256,
      loginParams: () => loginParamsOf(visit),
      source: { pub: config.productCode, chl: 'web', tml: variant.device },
    }),
  );
  const problems = state.at === 'filling' ? state.problems : {};
  const code = useCodePart({
    wait: resend.afterCode,
    problem: problems.code,
    cause: problems,
    target: () => readAccount(accountField.current!.value),
    deliver: (target, pass) => deliverTo(api, 'REGISTER', target, pass),
    onNoTarget: () => send({ is: 'check', typed: typed(), field: 'account' }),
  });

  const trouble = problems.form ?? (code.serviceId ? undefined : why);

  const typed = (): Typed => ({
    account: accountField.current!.value.trim(),
    code: code.typed(),
    serviceId: code.serviceId,
    password: password.current!.value,
    again: again.current!.value,
    agreed: tick.current!.checked,
  });

  const findAgain = useEffectEvent(() => {
    const { password: first, again: second, agreed } = before;
    if (first) typeInto(password.current!, first);
    if (second) typeInto(again.current!, second);
    if (agreed) tick.current!.checked = true;
  });
  useLayoutEffect(() => findAgain(), []);

  const react = useEffectEvent(() => {
    if (state.at === 'ended') {
      Object.assign(before, typed());
      onEnd(state.result);
    }
    if (state.at !== 'filling') return;
    const { account: wrong, code: wrongCode, password: wrongPassword, again: different, agreed } = state.problems;
    if (wrong) accountField.current!.focus();
    else if (wrongCode) code.focus();
    else if (wrongPassword) password.current!.focus();
    else if (different) again.current!.focus();
    else if (agreed) tick.current!.focus();
  });
  useEffect(() => react(), [state]);

  function onEdit(field: string) {
    if (field === 'account') {
      account.typed = accountField.current!.value;
      code.accountChanged();
    }
    send({ is: 'edit', field });
  }

  return (
    <Form ref={form} ready={filled} onEdit={onEdit} onSubmit={() => send({ is: 'submit', typed: typed() })}>
      <AccountField
        ref={accountField}
        typed={account.typed}
        problem={problems.account}
        cause={problems}
        autoComplete="username"
      />
      <CodePart part={code} />
      <NewPassword password={password} again={again} problems={problems} />
      <Checkbox ref={tick} name="agreed" aria-invalid={problems.agreed ? true : undefined}>
        <AgreementLinks text={t('register.protocol')} />
      </Checkbox>
      <Notice>{problems.agreed ? t('bind.agree.tooltip') : trouble && failureText(t, trouble)}</Notice>
      <Button kind="main" type="submit" disabled={!filled || state.at !== 'filling'}>
        {t(state.at === 'filling' ? 'register.submit' : 'register.submitting')}
      </Button>
    </Form>
  );
}
