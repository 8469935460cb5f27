import { useEffect, useEffectEvent, useRef } from 'react';
import { resetPassword } from '@foyer/contract/flows/retrieve-password';
import { Form } from '../../parts/form.tsx';
import { NewPassword } from '../../parts/new-password/new-password.tsx';
import { sha256 } from '../../platform/browser/sha256.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { type Failure, failureText } from '../../platform/i18n/failure.ts';
import { useFilled } from '../../platform/forms/use-filled.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { chooseNewPassword } from './choose-new-password.machine.ts';

interface Props {
  serviceId: string;
  onDone(): void;
  /** The proof is too old or spent: another code is needed. */
  onStartOver(why: Failure): void;
}

export function ChooseNewPassword({ serviceId, onDone, onStartOver }: Props) {
  const t = useTranslate();
  const { api } = usePageContext();
  const form = useRef<HTMLFormElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const again = useRef<HTMLInputElement>(null);
  const filled = useFilled(form);

  const [state, send] = useMachine(() =>
    chooseNewPassword(async (typed, signal) =>
      api(resetPassword, { serviceId, newPassword: await sha256(typed) }, { signal }),
    ),
  );
  const problems = state.at === 'filling' ? state.problems : {};

  const react = useEffectEvent(() => {
    if (state.at === 'ended') return state.result === 'reset' ? onDone() : onStartOver(state.result.proofGone);
    if (state.at !== 'filling') return;
    if (state.problems.password) password.current!.focus();
    else if (state.problems.again) again.current!.focus();
  });
  useEffect(() => react(), [state]);

  const typed = () => ({ password: password.current!.value, again: again.current!.value });
  return (
    <Form
      ref={form}
      ready={filled}
      onEdit={(field) => send({ is: 'edit', field })}
      onSubmit={() => send({ is: 'submit', typed: typed() })}
    >
      <NewPassword password={password} again={again} problems={problems} />
      <Notice>{problems.form && failureText(t, problems.form)}</Notice>
      <Button kind="main" type="submit" disabled={!filled || state.at !== 'filling'}>
        {t('retrieve.reset')}
      </Button>
    </Form>
  );
}
