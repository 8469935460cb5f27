import { useEffect, useEffectEvent, useRef } from 'react';
import { readAccount } from '@foyer/contract/rules/account-rules';
import { endpointOf } from '@foyer/contract/rules/device-rules';
import { resend } from '@foyer/contract/limits';
import { verifyCode } from '@foyer/contract/flows/send-code';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { type Failure, failureText } from '../../platform/i18n/failure.ts';
import { useFilled } from '../../platform/forms/use-filled.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AccountField } from '../account-field.tsx';
import { Form } from '../form.tsx';
import { CodePart, useCodePart } from '../send-code/code-part.tsx';
import { deliverTo } from '../send-code/deliver.ts';
import { removeSentCode } from '../send-code/persisted-code.ts';
import { type Proof, proveAccount } from './prove-account.machine.ts';

/** An account that was proven, and why that counts no more. */
export interface Again {
  account: string;
  why: Failure;
}

interface Props {
  bizType: 'RETRIEVE' | 'FIND_ACCOUNT';
  /** Where what is typed as account is kept for whoever links to another page. */
  account: { typed: string };
  again?: Again | undefined;
  onProven(proof: Proof): void;
}

/** Account and code: the first step of whatever someone has forgotten. */
export function ProveAccount({ bizType, account: kept, again, onProven }: Props) {
  const t = useTranslate();
  const { api, variant } = usePageContext();
  const form = useRef<HTMLFormElement>(null);
  const account = useRef<HTMLInputElement>(null);
  const filled = useFilled(form);
  const loginParams = { endpoint: endpointOf(variant.device) };

  const [state, send] = useMachine(() =>
    proveAccount((credentials, serviceId, signal) =>
      api(verifyCode, { credentials, serviceId, loginParams }, { signal }),
    ),
  );
  const problems = state.at === 'filling' ? state.problems : {};
  const code = useCodePart({
    wait: resend.afterCode,
    problem: problems.code,
    cause: problems,
    target: () => readAccount(account.current!.value),
    deliver: (target, pass) => deliverTo(api, bizType, target, pass),
    onNoTarget: () => send({ is: 'check', typed: typed(), field: 'account' }),
  });
  const trouble = problems.form ?? (code.serviceId ? undefined : again?.why);
  const typed = () => ({ account: account.current!.value.trim(), code: code.typed(), serviceId: code.serviceId });

  const react = useEffectEvent(() => {
    if (state.at === 'ended') {
      // The code has done what it was for: whoever comes back asks for another.
      removeSentCode();
      onProven(state.result);
    }
    if (state.at !== 'filling') return;
    if (state.problems.account) account.current!.focus();
    else if (state.problems.code) code.focus();
  });
  useEffect(() => react(), [state]);

  function onEdit(field: string) {
    if (field === 'account') {
      kept.typed = account.current!.value;
      code.accountChanged();
    }
    send({ is: 'edit', field });
  }

  return (
    <Form ref={form} ready={filled} onEdit={onEdit} onSubmit={() => send({ is: 'submit', typed: typed() })}>
      <AccountField
        ref={account}
        typed={again?.account ?? ''}
        problem={problems.account}
        cause={problems}
        autoComplete="username"
      />
      <CodePart part={code} />
      <Notice>{trouble && failureText(t, trouble)}</Notice>
      <Button kind="main" type="submit" disabled={!filled || state.at !== 'filling'}>
        {t('common.next')}
      </Button>
    </Form>
  );
}
