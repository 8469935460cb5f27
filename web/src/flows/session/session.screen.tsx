import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import {
  endApplicationAccess,
  endOtherSessions,
  endSession,
  getCurrentAccount,
  logOut,
  undoUnlink,
  unlinkIdentity,
} from '@foyer/contract/flows/session';
import { CurrentAccountContext } from '../../parts/account/current-account.ts';
import { notifySignedOut, onSignedOutElsewhere } from '../../parts/account/ended-session.ts';
import { useFreshProof } from '../../parts/fresh-proof/fresh-proof.tsx';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { remove } from '../../platform/storage/persisted.ts';
import { Button } from '../../ui/button.tsx';
import { MissingSeal } from '../../ui/icons/pictures.tsx';
import { PageMessage } from '../../ui/page/page-message.tsx';
import { useToast } from '../../ui/dialogs/toast.tsx';
import { ConfirmAction } from './confirm-action.tsx';
import { type Action, type ActionResult, asksFirst, session } from './session.machine.ts';
import { SessionContext } from './use-session.ts';

interface Props {
  onSignedOut(): void;
  /** The session was ended elsewhere. */
  onEnded(): void;
  /** Shown once the account is known. */
  children: ReactNode;
}

const texts = {
  ended: 'home.sessions.ended',
  othersEnded: 'home.sessions.othersEnded',
  unlinked: 'home.identities.unlinked',
  linkedAgain: 'home.identities.linkedAgain',
  accessEnded: 'home.applications.ended',
  failed: 'common.network',
} as const;

/** Reads the signed-in account, and performs what a person does with sessions, linked identities and applications. */
export function Session({ onSignedOut, onEnded, children }: Props) {
  const t = useTranslate();
  const toast = useToast();
  const { api, account: rendered } = usePageContext();
  const { run, username } = useFreshProof();
  const [state, send] = useMachine(() =>
    session({
      known: rendered?.data,
      load: (signal) => api(getCurrentAccount, {}, { signal }),
      perform: async (action) => resultOf((await perform(action)).is),
    }),
  );

  function perform(action: Action) {
    switch (action.type) {
      case 'endSession':
        return run(() => api(endSession, { id: action.id }));
      case 'endAccess':
        return run(() => api(endApplicationAccess, { id: action.id }));
      case 'unlink':
        return run(() => api(unlinkIdentity, { id: action.id }));
      case 'undoUnlink':
        return run(() => api(undoUnlink, {}));
      case 'signOutOthers':
        return run(() => api(endOtherSessions, {}));
      case 'signOut':
      case 'signOutEverywhere':
        return run(() => api(logOut, { everywhere: action.type === 'signOutEverywhere' }));
    }
  }

  const onState = useEffectEvent(() => {
    // A step that was open after the sign-in belongs to the session that has ended.
    if (state.at === 'signedOut' || state.at === 'ended') remove('step', 'sent');
    if (state.at === 'signedOut') {
      notifySignedOut();
      onSignedOut();
    }
    if (state.at === 'ended') onEnded();
    if (state.at === 'shown' && state.message) toast(t(texts[state.message]));
  });
  useEffect(() => onState(), [state]);
  // The session may have gone on: the service says so.
  useEffect(() => onSignedOutElsewhere(() => send({ is: 'reload' })), [send]);

  const [reloads, setReloads] = useState(0);
  const account = 'account' in state ? state.account : undefined;
  const busy = state.at === 'acting';
  const problem = state.at === 'shown' ? state.problem : undefined;
  const unlinked = 'unlinked' in state ? state.unlinked?.provider : undefined;
  const current = useMemo(
    () =>
      account && {
        session: { account, busy, problem, act: (action: Action) => send({ is: 'act', action }) },
        account: {
          account,
          unlinked,
          reloads,
          reload() {
            send({ is: 'reload' });
            setReloads((count) => count + 1);
          },
        },
      },
    [account, busy, problem, unlinked, reloads, send],
  );

  useEffect(() => {
    if (account) username.current = account.mobile ?? account.email ?? '';
  }, [account, username]);

  if (state.at === 'failed') {
    return (
      <PageMessage picture={<MissingSeal />} title={t('home.failed')}>
        <Button kind="main" onClick={() => send({ is: 'retry' })}>
          {t('common.retry')}
        </Button>
      </PageMessage>
    );
  }
  if (!current) return <p role="status">{t('common.loading')}</p>;

  const asked = (state.at === 'asking' || state.at === 'acting') && asksFirst(state.action) ? state.action : undefined;
  return (
    <SessionContext value={current.session}>
      <CurrentAccountContext value={current.account}>
        {children}
        {asked && (
          <ConfirmAction
            account={current.session.account}
            action={asked}
            busy={busy}
            onConfirm={() => send({ is: 'confirm' })}
            onCancel={() => send({ is: 'cancel' })}
          />
        )}
      </CurrentAccountContext>
    </SessionContext>
  );
}

function resultOf(is: string): ActionResult {
  switch (is) {
    case 'done':
    case 'notSignedIn':
    case 'cancelled':
      return is;
    case 'lastWayIn':
      return 'lastWay';
    case 'undoExpired':
      return 'notUndone';
    default:
      return 'failed';
  }
}
