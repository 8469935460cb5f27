import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { askWhoIAm, endSession, logOut, unlinkIdentity } from '@foyer/contract/flows/session';
import { useTexts } from '../../platform/i18n/texts.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { useVisit } from '../../platform/page-context.ts';
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
  const say = useTexts();
  const toast = useToast();
  const { api } = useVisit();
  const [state, send] = useMachine(() =>
    session({
      ask: (signal) => api(askWhoIAm, {}, { signal }),
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
    if (state.told === 'failed') toast(say('common.network'));
    else toast(say(state.told === 'ended' ? 'home.sessions.ended' : 'home.identities.unlinked'));
  });
  useEffect(() => tell(), [state]);

  if (state.at === 'asking' || state.at === 'gone') return <p role="status">{say('common.loading')}</p>;
  if (state.at === 'failed') {
    return (
      <div role="alert">
        <p>{say('home.failed')}</p>
        <Button onClick={() => send({ is: 'retry' })}>{say('common.retry')}</Button>
      </div>
    );
  }

  const { me } = state;
  const busy = state.at === 'acting';
  const act = (what: Act) => send({ is: 'act', act: what });
  const facts = [
    [say('home.mobile'), me.mobile ?? say('home.none')],
    [say('home.email'), me.email ?? say('home.none')],
    [say('home.realName'), say(me.realNameStatus ? 'home.realName.done' : 'home.realName.todo')],
  ] as const;
  return (
    <>
      {children(me)}
      <p className={css.greeting}>{say('home.greeting', { name: me.name ?? me.mobile ?? me.email ?? '' })}</p>
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
          {say('home.signOut')}
        </Button>
        <Button disabled={busy} onClick={() => act({ does: 'signOutEverywhere' })}>
          {say('home.signOutEverywhere')}
        </Button>
      </div>
    </>
  );
}
