import { useState } from 'react';
import { confirmBackupCodes, createBackupCodes } from '@foyer/contract/flows/backup-codes';
import type { Message, Call, DataOf, RequestInputOf } from '@foyer/contract/call';
import { confirmAuthenticator, removeAuthenticator, startAuthenticator } from '@foyer/contract/flows/authenticator';
import {
  type SecondFactorState,
  forgetBrowser,
  getSecondFactor,
  switchSecondFactor,
} from '@foyer/contract/flows/second-factor';
import { useCurrentAccount } from '../../parts/account/current-account.ts';
import { useCheckupAction } from '../../parts/account/checkup-actions.ts';
import { useFreshProof } from '../../parts/fresh-proof/fresh-proof.tsx';
import { type Failure, failureOf, failureText } from '../../platform/i18n/failure.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useLoad } from '../../platform/machine/use-load.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { runTask } from '../../platform/run-task.ts';
import { accountIcons } from '../../ui/icons/account-icons.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Panel, Row, Rows } from '../../ui/page/panel.tsx';
import { useToast } from '../../ui/dialogs/toast.tsx';
import { AddAuthenticator } from './add-authenticator.tsx';
import { ConfirmChange, type RiskyChange } from './confirm-change.tsx';
import { NewBackupCodes } from './new-backup-codes.tsx';
import { SecondFactorPanel, canSwitchOn } from './second-factor-panel.tsx';

/** What the person does in the panel. */
type Task =
  | { at: 'reading' }
  | { at: 'changing' }
  | { at: 'confirming'; change: RiskyChange }
  | { at: 'addingAuthenticator'; setUp: DataOf<typeof startAuthenticator> }
  | { at: 'savingCodes' | 'codesSaved'; codes: readonly string[]; setupId?: string | undefined };

interface Reply {
  is: string;
  data?: unknown;
  message?: Message;
}

/** The second factor on the account page: what the account has, and every change of it. */
export function SecondFactorSettings() {
  const t = useTranslate();
  const { api } = usePageContext();
  const { run } = useFreshProof();
  const { reload: reloadAccount, reloads } = useCurrentAccount();
  const showToast = useToast();
  // Another panel may have added a number or a passkey, or ended the trust of browsers.
  const loaded = useLoad((signal) => api(getSecondFactor, {}, { signal }), reloads);
  const state = loaded.data;
  const [task, setTask] = useState<Task>({ at: 'reading' });
  const isBusy = task.at === 'changing' || task.at === 'codesSaved';
  useCheckupAction('secondFactor', state && (() => (canSwitchOn(state) ? switchOn() : addAuthenticator())));
  useCheckupAction('backupCodes', state && (() => requestBackupCodes(state)));
  /**
   * Makes a change and shows why if the service refuses it. Nothing changes if the person closes the fresh-proof dialog. A
   * call during another is ignored: the check-up's buttons are not disabled, and a second set of backup codes would
   * invalidate the one on screen.
   */
  function change<C extends Call>(
    call: C,
    request: RequestInputOf<C>,
    onDone: (data: DataOf<C>) => void,
    [during, after]: [Task, Task] = [{ at: 'changing' }, { at: 'reading' }],
  ) {
    if (isBusy) return;
    const showFailure = (failure: Failure) => showToast(failureText(t, failure));
    setTask(during);
    runTask(async () => {
      const reply: Reply = await run(() => api(call, request)).finally(() => setTask(after));
      if (reply.is === 'done') {
        onDone(reply.data);
        reloadAccount();
      } else if (reply.is !== 'cancelled') showFailure(failureOf(reply));
    }, showFailure);
  }

  const close = () => setTask({ at: 'reading' });
  const switchOn = () => change(switchSecondFactor, { on: true }, () => showToast(t('factor.on.done')));
  const addAuthenticator = () =>
    change(startAuthenticator, {}, (setUp) => setTask({ at: 'addingAuthenticator', setUp }));
  const makeCodes = () => change(createBackupCodes, {}, (made) => setTask({ at: 'savingCodes', ...made }));
  function askFirst(risky: RiskyChange) {
    if (!isBusy) setTask({ at: 'confirming', change: risky });
  }
  const requestBackupCodes = ({ backupCodes }: SecondFactorState) =>
    backupCodes ? askFirst({ is: 'replaceCodes' }) : makeCodes();

  function confirmed(risky: RiskyChange) {
    switch (risky.is) {
      case 'switchOff':
        return change(switchSecondFactor, { on: false }, () => showToast(t('factor.off.done')));
      case 'removeAuthenticator':
        return change(removeAuthenticator, {}, () => showToast(t('totp.removed')));
      case 'replaceCodes':
        return makeCodes();
      case 'forgetBrowser':
        return change(forgetBrowser, { id: risky.id }, () => showToast(t('trusted.forgotten')));
    }
  }

  if (loaded.state.at === 'failed')
    return (
      <Panel id="second-factor" title={t('factor.title')}>
        <Rows>
          <Row icon={<Icon d={accountIcons.lock} />} title={t('home.failed')}>
            <Button onClick={loaded.reload}>{t('common.retry')}</Button>
          </Row>
        </Rows>
      </Panel>
    );
  if (!state || state.policy === 'off') return null;
  return (
    <>
      <SecondFactorPanel
        state={state}
        busy={isBusy}
        onSwitchOn={switchOn}
        onAddAuthenticator={addAuthenticator}
        onWantCodes={() => requestBackupCodes(state)}
        onAskFirst={askFirst}
      />
      {task.at === 'confirming' && (
        <ConfirmChange change={task.change} onConfirm={() => confirmed(task.change)} onCancel={close} />
      )}
      {task.at === 'addingAuthenticator' && (
        <AddAuthenticator
          setUp={task.setUp}
          confirm={(request) => run(() => api(confirmAuthenticator, request))}
          onAdded={() => {
            close();
            showToast(t('totp.added'));
            reloadAccount();
            // Without codes, losing the phone would lose the account.
            if (!state.backupCodes) makeCodes();
          }}
          onCancel={close}
        />
      )}
      {(task.at === 'savingCodes' || task.at === 'codesSaved') && (
        <NewBackupCodes
          codes={task.codes}
          busy={isBusy}
          onSaved={() => {
            const { setupId } = task;
            if (setupId === undefined) close();
            else change(confirmBackupCodes, { setupId }, close, [{ ...task, at: 'codesSaved' }, task]);
          }}
          onCancel={close}
        />
      )}
    </>
  );
}
