import { type ReactNode, useEffect, useEffectEvent } from 'react';
import {
  endApplicationAccess,
  endSession,
  getCurrentAccount,
  logOut,
  unlinkIdentity,
} from '@foyer/contract/flows/session';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useToast } from '../../ui/toast.tsx';
import { Applications } from './applications.tsx';
import { ConfirmAction } from './confirm-action.tsx';
import { Identities } from './identities.tsx';
import { type Account, type Action, asksFirst, session } from './session.machine.ts';
import css from './session.module.css';
import { Sessions } from './sessions.tsx';

interface Props {
  onSignedOut(): void;
  /** Shown above everything else. */
  children(account: Account): ReactNode;
}

const doneTexts = {
  ended: 'home.sessions.ended',
  unlinked: 'home.identities.unlinked',
  accessEnded: 'home.applications.ended',
} as const;

/** The signed-in account, its sessions, linked identities and applications, and sign-out. */
export function Session({ onSignedOut, children }: Props) {
  const t = useTranslate();
  const toast = useToast();
  const { api } = usePageContext();
  const [state, send] = useMachine(() =>
    session({
      load: (signal) => api(getCurrentAccount, {}, { signal }),
      perform: async (action) => {
        const { is } = await perform(action);
        return is === 'done' || is === 'notSignedIn' ? is : 'failed';
      },
    }),
  );

  function perform(action: Action) {
    if (action.type === 'endSession') return api(endSession, { id: action.id });
    if (action.type === 'endAccess') return api(endApplicationAccess, { id: action.id });
    if (action.type === 'unlink') return api(unlinkIdentity, { id: action.id });
    return api(logOut, { everywhere: action.type === 'signOutEverywhere' });
  }

  const onState = useEffectEvent(() => {
    if (state.at === 'signedOut') onSignedOut();
    if (state.at !== 'shown' || !state.message) return;
    if (state.message === 'failed') toast(t('common.network'));
    else toast(t(doneTexts[state.message]));
  });
  useEffect(() => onState(), [state]);

  if (state.at === 'loading' || state.at === 'signedOut') return <p role="status">{t('common.loading')}</p>;
  if (state.at === 'failed') {
    return (
      <>
        <Notice>{t('home.failed')}</Notice>
        <Button onClick={() => send({ is: 'retry' })}>{t('common.retry')}</Button>
      </>
    );
  }

  const { account } = state;
  const busy = state.at === 'acting';
  const asked = state.at !== 'shown' && asksFirst(state.action) ? state.action : undefined;
  const act = (action: Action) => send({ is: 'act', action });
  const facts = [
    [t('home.mobile'), account.mobile ?? t('home.none')],
    [t('home.email'), account.email ?? t('home.none')],
    [t('home.realName'), t(account.realNameStatus ? 'home.realName.done' : 'home.realName.todo')],
  ] as const;
  return (
    <>
      {children(account)}
      <p className={css.greeting}>
        {t('home.greeting', { name: account.name ?? account.mobile ?? account.email ?? '' })}
      </p>
      <dl className={css.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Sessions sessions={account.sessions} busy={busy} onEnd={(id) => act({ type: 'endSession', id })} />
      <Identities identities={account.identities} busy={busy} onUnlink={(id) => act({ type: 'unlink', id })} />
      {account.applications.length > 0 && (
        <Applications applications={account.applications} busy={busy} onEnd={(id) => act({ type: 'endAccess', id })} />
      )}
      <div className={css.actions}>
        <Button disabled={busy} onClick={() => act({ type: 'signOut' })}>
          {t('home.signOut')}
        </Button>
        <Button disabled={busy} onClick={() => act({ type: 'signOutEverywhere' })}>
          {t('home.signOutEverywhere')}
        </Button>
      </div>
      {asked && (
        <ConfirmAction
          account={account}
          action={asked}
          busy={busy}
          onConfirm={() => send({ is: 'confirm' })}
          onCancel={() => send({ is: 'cancel' })}
        />
      )}
    </>
  );
}
