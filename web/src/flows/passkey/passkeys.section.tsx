import { useEffect, useEffectEvent, useState } from 'react';
import { addPasskey, getPasskeys, removePasskey, renamePasskey, startPasskey } from '@foyer/contract/flows/passkey';
import { useCurrentAccount } from '../../parts/account/current-account.ts';
import { useCheckupAction } from '../../parts/account/checkup-actions.ts';
import { useFreshProof } from '../../parts/fresh-proof/fresh-proof.tsx';
import { createCredential } from '../../parts/passkey/credentials.ts';
import { signalKnown, signalUnknown } from '../../parts/passkey/signals.ts';
import { hasPasskeys } from '../../parts/passkey/support.ts';
import { useIsHydrated } from '../../platform/use-is-hydrated.ts';
import { failureOf, failureText } from '../../platform/i18n/failure.ts';
import { RecentTime } from '../../parts/account/recent-time.tsx';
import { Rich } from '../../platform/i18n/rich.tsx';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { accountIcons } from '../../ui/icons/account-icons.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Panel, Row, Rows } from '../../ui/page/panel.tsx';
import { RowActions } from '../../ui/page/row-actions.tsx';
import { useToast } from '../../ui/dialogs/toast.tsx';
import { type Action, type ActionResult, type Message, type PasskeysState, passkeys } from './passkeys.machine.ts';
import { RemovePasskey, RenamePasskey } from './passkey-dialogs.tsx';

/** The passkeys of the account: each can be named and removed, and another one can be added where the browser can. */
export function Passkeys() {
  const t = useTranslate();
  const toast = useToast();
  const { api } = usePageContext();
  const { run } = useFreshProof();
  const { reload } = useCurrentAccount();
  const [latest] = useState({ rpId: '' });
  const [state, send] = useMachine(() => passkeys({ load, perform }));

  async function load(signal: AbortSignal) {
    const reply = await api(getPasskeys, {}, { signal });
    // The name of the account, or what another device has changed, may be new to authenticators.
    if (reply.is === 'done') {
      latest.rpId = reply.data.rpId;
      signalKnown(reply.data);
    }
    return reply;
  }

  async function perform(action: Action): Promise<ActionResult> {
    if (action.type === 'add') return add();
    const { passkey } = action;
    const reply = await run(() =>
      action.type === 'rename'
        ? api(renamePasskey, { id: passkey.id, name: action.name })
        : api(removePasskey, { id: passkey.id }),
    );
    if (reply.is === 'cancelled') return { is: 'cancelled' };
    if (reply.is !== 'done') return { is: 'failed', failure: failureOf(reply) };
    if (action.type === 'remove') signalUnknown(latest.rpId, passkey.credentialId);
    return { is: 'done' };
  }

  async function add(): Promise<ActionResult> {
    const started = await run(() => api(startPasskey, {}));
    if (started.is === 'cancelled') return { is: 'cancelled' };
    if (started.is !== 'done') return { is: 'failed', failure: failureOf(started) };
    const given = await createCredential(started.data);
    if (given.is !== 'given') return { is: given.is === 'exists' ? 'exists' : 'notCreated' };
    const { credential } = given;
    // The browser's question may take longer than the proof lasts.
    const added = await run(() => api(addPasskey, { credential }));
    if (added.is === 'cancelled') {
      signalUnknown(latest.rpId, credential.id);
      return { is: 'cancelled' };
    }
    return added.is === 'done' ? { is: 'done' } : { is: 'failed', failure: failureOf(added) };
  }

  const onState = useEffectEvent(() => {
    if (state.at === 'reloading') reload();
    if (state.at === 'shown' && state.message) toast(textOf(state.message));
  });
  useEffect(() => onState(), [state]);
  // The service does not know the browser.
  const start = useIsHydrated() && hasPasskeys() ? () => send({ is: 'act', action: { type: 'add' } }) : undefined;
  useCheckupAction('passkey', start);

  function textOf(message: Message) {
    return typeof message === 'object' ? failureText(t, message.failure) : t(`passkey.${message}`);
  }

  const known = 'known' in state ? state.known : undefined;
  const busy = !['shown', 'asking'].includes(state.at);
  const isAdding = state.at === 'acting' && state.action.type === 'add';
  const renamed = renamedIn(state);
  const nameOf = ({ name }: { name?: string | undefined }) => name ?? t('passkey.unnamed');
  return (
    <Panel
      id="passkeys"
      title={t('passkey.section')}
      end={
        start && (
          <Button disabled={busy} busy={isAdding} onClick={start}>
            {t(isAdding ? 'passkey.adding' : 'passkey.add')}
          </Button>
        )
      }
    >
      <Rows>
        {state.at === 'failed' && (
          <Row icon={<Icon d={accountIcons.key} />} title={t('home.failed')}>
            <Button onClick={() => send({ is: 'retry' })}>{t('common.retry')}</Button>
          </Row>
        )}
        {known?.passkeys.length === 0 && (
          <Row icon={<Icon d={accountIcons.key} />} title={t('passkey.none')} note={t('passkey.section.lead')} />
        )}
        {known?.passkeys.map((passkey) => (
          <Row
            key={passkey.id}
            icon={<Icon d={accountIcons.key} />}
            title={nameOf(passkey)}
            note={
              <>
                {t(passkey.synced ? 'passkey.synced' : 'passkey.deviceBound')} ·{' '}
                <Rich
                  text={t(passkey.lastUsedAt ? 'passkey.lastUsed' : 'passkey.created')}
                  slots={{ time: <RecentTime at={passkey.lastUsedAt ?? passkey.createdAt} /> }}
                />
              </>
            }
          >
            <RowActions
              of={nameOf(passkey)}
              disabled={busy}
              actions={(['rename', 'remove'] as const).map((type) => ({
                name: t(`passkey.${type}`),
                onPress: () => send({ is: 'ask', type, passkey }),
              }))}
            />
          </Row>
        ))}
      </Rows>
      {renamed && (
        <RenamePasskey
          name={nameOf(renamed)}
          busy={state.at === 'acting'}
          failure={state.at === 'asking' ? state.failure : undefined}
          onSave={(name) => send({ is: 'act', action: { type: 'rename', passkey: renamed, name } })}
          onCancel={() => send({ is: 'cancel' })}
        />
      )}
      {state.at === 'asking' && state.type === 'remove' && (
        <RemovePasskey
          name={nameOf(state.passkey)}
          onRemove={() => send({ is: 'act', action: { type: 'remove', passkey: state.passkey } })}
          onCancel={() => send({ is: 'cancel' })}
        />
      )}
    </Panel>
  );
}

/** The passkey that the person gives a name: the dialog stays until the service has it. */
function renamedIn(state: PasskeysState) {
  if (state.at === 'asking' && state.type === 'rename') return state.passkey;
  return state.at === 'acting' && state.action.type === 'rename' ? state.action.passkey : undefined;
}
