import { useEffect, useEffectEvent, useState } from 'react';
import { confirmBackupCodes, createBackupCodes } from '@foyer/contract/flows/backup-codes';
import type { Call, DataOf, RequestInputOf } from '@foyer/contract/call';
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

/** What is shown over the panel. */
type Open =
  | { at: 'nothing' }
  | { at: 'confirm'; change: RiskyChange }
  | { at: 'authenticator'; setUp: DataOf<typeof startAuthenticator> }
  | { at: 'codes'; codes: readonly string[]; setupId?: string | undefined };

interface Reply {
  is: string;
  data?: unknown;
  message?: string;
}

/** The second factor on the account page: what the account has, and every change of it. */
export function SecondFactorSettings() {
  const t = useTranslate();
  const { api } = usePageContext();
  const { run } = useFreshProof();
  const { reload: reloadAccount, reloads } = useCurrentAccount();
  const showToast = useToast();
  const [state, setState] = useState<SecondFactorState>();
  const [open, setOpen] = useState<Open>({ at: 'nothing' });
  const [isBusy, setBusy] = useState(false);
  const [isFailed, setFailed] = useState(false);

  async function load() {
    const reply = await api(getSecondFactor, {});
    setFailed(reply.is !== 'done');
    if (reply.is === 'done') setState(reply.data);
  }
  const loadNow = useEffectEvent(() => void load());
  // Another panel may have added a number or a passkey, or ended the trust of browsers.
  useEffect(() => loadNow(), [reloads]);
  useCheckupAction('secondFactor', state && (() => (canSwitchOn(state) ? switchOn() : addAuthenticator())));
  useCheckupAction('backupCodes', state && (() => requestBackupCodes(state)));
  /**
   * Makes a change and shows why if the service refuses it. Nothing changes if the person closes the fresh-proof dialog. A
   * call during another is ignored: the check-up's buttons are not disabled, and a second set of backup codes would
   * invalidate the one on screen.
   */
  function change<C extends Call>(call: C, request: RequestInputOf<C>, onDone: (data: DataOf<C>) => void) {
    if (isBusy) return;
    const showFailure = (failure: Failure) => showToast(failureText(t, failure));
    setBusy(true);
    runTask(async () => {
      const reply: Reply = await run(() => api(call, request)).finally(() => setBusy(false));
      if (reply.is === 'done') {
        onDone(reply.data);
        reloadAccount();
      } else if (reply.is !== 'cancelled') showFailure(failureOf(reply));
    }, showFailure);
  }

  const close = () => setOpen({ at: 'nothing' });
  const switchOn = () => change(switchSecondFactor, { on: true }, () => showToast(t('factor.on.done')));
  const addAuthenticator = () => change(startAuthenticator, {}, (setUp) => setOpen({ at: 'authenticator', setUp }));
  const makeCodes = () => change(createBackupCodes, {}, (made) => setOpen({ at: 'codes', ...made }));
  const requestBackupCodes = ({ backupCodes }: SecondFactorState) =>
    backupCodes ? setOpen({ at: 'confirm', change: { is: 'replaceCodes' } }) : makeCodes();

  function confirmed(risky: RiskyChange) {
    close();
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

  if (!state && isFailed)
    return (
      <Panel id="second-factor" title={t('factor.title')}>
        <Rows>
          <Row icon={<Icon d={accountIcons.lock} />} title={t('home.failed')}>
            <Button onClick={() => void load()}>{t('common.retry')}</Button>
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
        onAskFirst={(risky) => setOpen({ at: 'confirm', change: risky })}
      />
      {open.at === 'confirm' && (
        <ConfirmChange change={open.change} onConfirm={() => confirmed(open.change)} onCancel={close} />
      )}
      {open.at === 'authenticator' && (
        <AddAuthenticator
          setUp={open.setUp}
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
      {open.at === 'codes' && (
        <NewBackupCodes
          codes={open.codes}
          busy={isBusy}
          onSaved={() => {
            const { setupId } = open;
            if (setupId === undefined) close();
            else change(confirmBackupCodes, { setupId }, close);
          }}
          onCancel={close}
        />
      )}
    </>
  );
}
