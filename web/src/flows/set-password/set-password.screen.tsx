import { useEffect, useEffectEvent, useRef } from 'react';
import { toast as toastLimits } from '@foyer/contract/limits';
import { dialogWidths } from '@foyer/contract/sizes';
import { setPassword as setPasswordCall } from '@foyer/contract/flows/set-password';
import { Form } from '../../parts/form.tsx';
import { NewPassword } from '../../parts/new-password/new-password.tsx';
import { sha256 } from '../../platform/browser/sha256.ts';
import { useTexts } from '../../platform/i18n/texts.ts';
import { sayTrouble } from '../../platform/i18n/failure.ts';
import { useFilled } from '../../platform/forms/use-filled.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { useTimeout } from '../../platform/machine/use-timeout.ts';
import { useVisit } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useToast } from '../../ui/toast.tsx';
import { setPassword } from './set-password.machine.ts';
import css from './set-password.module.css';

/** Someone who came by code may have a password for the next time, or not. */
export function SetPassword({ serviceId, onEnd }: { serviceId: string; onEnd(): void }) {
  const say = useTexts();
  const toast = useToast();
  const { api } = useVisit();
  const form = useRef<HTMLFormElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const again = useRef<HTMLInputElement>(null);
  const filled = useFilled(form);

  const [state, send] = useMachine(() =>
    setPassword(async (typed, signal) =>
      api(setPasswordCall, { serviceId, newPassword: await sha256(typed) }, { signal }),
    ),
  );
  const problems = state.at === 'filling' ? state.problems : {};

  const react = useEffectEvent(() => {
    if (state.at === 'ended') toast(say('setpwd.success'));
    if (state.at !== 'filling') return;
    if (state.problems.password) password.current!.focus();
    else if (state.problems.again) again.current!.focus();
  });
  useEffect(() => react(), [state]);
  // The good news can be read before the page goes on.
  useTimeout(state.at === 'ended' ? toastLimits.shownFor : undefined, onEnd);

  const typed = () => ({ password: password.current!.value, again: again.current!.value });
  return (
    <Dialog
      title={say('setpwd.title')}
      width={dialogWidths.setPassword}
      closeLabel={say('common.close')}
      busy={state.at === 'working'}
      onCancel={onEnd}
    >
      <Form
        ref={form}
        ready={filled}
        onEdit={(field) => send({ is: 'edit', field })}
        onSubmit={() => send({ is: 'submit', typed: typed() })}
      >
        <p className={css.about}>{say('setpwd.desc')}</p>
        <NewPassword password={password} again={again} problems={problems} />
        <Notice>{problems.form && sayTrouble(say, problems.form)}</Notice>
        <DialogButtons>
          <Button disabled={state.at !== 'filling'} onClick={onEnd}>
            {say('setpwd.skip')}
          </Button>
          <Button kind="main" type="submit" disabled={!filled || state.at !== 'filling'}>
            {say('setpwd.confirm')}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  );
}
