import { useEffect, useEffectEvent, useRef } from 'react';
import { toast as toastLimits } from '@foyer/contract/limits';
import { dialogWidths } from '@foyer/contract/sizes';
import { setPassword as setPasswordCall } from '@foyer/contract/flows/set-password';
import { Form } from '../../parts/form.tsx';
import { NewPassword } from '../../parts/new-password/new-password.tsx';
import { sha256 } from '../../platform/browser/sha256.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { failureText } from '../../platform/i18n/failure.ts';
import { useFilled } from '../../platform/forms/use-filled.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { useTimeout } from '../../platform/machine/use-timeout.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useToast } from '../../ui/toast.tsx';
import { setPassword } from './set-password.machine.ts';
import css from './set-password.module.css';

/** Someone who came by code may have a password for the next time, or not. */
export function SetPassword({ serviceId, onEnd }: { serviceId: string; onEnd(): void }) {
  const t = useTranslate();
  const toast = useToast();
  const { api } = usePageContext();
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
    if (state.at === 'ended') toast(t('setpwd.success'));
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
      title={t('setpwd.title')}
      width={dialogWidths.setPassword}
      closeLabel={t('common.close')}
      busy={state.at === 'working'}
      onCancel={onEnd}
    >
      <Form
        ref={form}
        ready={filled}
        onEdit={(field) => send({ is: 'edit', field })}
        onSubmit={() => send({ is: 'submit', typed: typed() })}
      >
        <p className={css.about}>{t('setpwd.desc')}</p>
        <NewPassword password={password} again={again} problems={problems} />
        <Notice>{problems.form && failureText(t, problems.form)}</Notice>
        <DialogButtons>
          <Button disabled={state.at !== 'filling'} onClick={onEnd}>
            {t('setpwd.skip')}
          </Button>
          <Button kind="main" type="submit" disabled={!filled || state.at !== 'filling'}>
            {t('setpwd.confirm')}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  );
}
