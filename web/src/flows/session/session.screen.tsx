import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { getCurrentAccount, endSession, logOut, unlinkIdentity } from '@foyer/contract/flows/session';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { Identities } from './identities.tsx';
import { type Act, type Me, session } from './session.machine.ts';
import css from './session.module.css';
import { Sessions } from './sessions.tsx';

interface Props {
  onGone(): void;
  /** What comes first for this person. */
  children(me: Me): ReactNode;
}

/** Who is signed in, how and where, and the ways out. */
export function Session({ onGone, children }: Props) {
  const t = useTranslate();
  const toast = useToast();
  const { api } = usePageContext();
  const [state, send] = useMachine(() =>
    session({
      ask: (signal) => api(getCurrentAccount, {}, { signal }),
      perform: async (act) => {
        const { is } = await perform(act);
        return is === 'done' || is === 'notSignedIn' ? is : 'failed';
      },
    }),
  );

  function perform(act: Act) {
    if (act.does === 'endSession') return api(endSession, { id: act.id });
    if (act.does === 'unlink') return api(unlinkIdentity, { id: act.id });
    return api(logOut, { everywhere: act.does === 'signOutEverywhere' });
  }

  const tell = useEffectEvent(() => {
    if (state.at === 'gone') onGone();
    if (state.at !== 'shown' || !state.told) return;
    if (state.told === 'failed') toast(t('common.network'));
    else toast(t(state.told === 'ended' ? 'home.sessions.ended' : 'home.identities.unlinked'));
  });
  useEffect(() => tell(), [state]);

  if (state.at === 'asking' || state.at === 'gone') return <p role="status">{t('common.loading')}</p>;
  if (state.at === 'failed') {
    return (
      <div role="alert">
        <p>{t('home.failed')}</p>
        <Button onClick={() => send({ is: 'retry' })}>{t('common.retry')}</Button>
      </div>
    );
  }

  const { me } = state;
  const busy = state.at === 'acting';
  const act = (what: Act) => send({ is: 'act', act: what });
  const facts = [
    [t('home.mobile'), me.mobile ?? t('home.none')],
    [t('home.email'), me.email ?? t('home.none')],
    [t('home.realName'), t(me.realNameStatus ? 'home.realName.done' : 'home.realName.todo')],
  ] as const;
  return (
    <>
      {children(me)}
      <p className={css.greeting}>{t('home.greeting', { name: me.name ?? me.mobile ?? me.email ?? '' })}</p>
      <dl className={css.facts}>
        {facts.map(([what, value]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Sessions sessions={me.sessions} busy={busy} onEnd={(id) => act({ does: 'endSession', id })} />
      <Identities identities={me.identities} busy={busy} onUnlink={(id) => act({ does: 'unlink', id })} />
      <div className={css.ways}>
        <Button disabled={busy} onClick={() => act({ does: 'signOut' })}>
          {t('home.signOut')}
        </Button>
        <Button disabled={busy} onClick={() => act({ does: 'signOutEverywhere' })}>
          {t('home.signOutEverywhere')}
        </Button>
      </div>
    </>
  );
}
