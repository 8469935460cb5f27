import { useEffect, useEffectEvent, useState } from 'react';
import { type Activity, disownActivity, getActivity } from '@foyer/contract/flows/account';
import { useCurrentAccount } from '../../parts/account/current-account.ts';
import { useFreshProof } from '../../parts/fresh-proof/fresh-proof.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { RecentTime } from '../../parts/account/recent-time.tsx';
import { shortTime, useTranslate } from '../../platform/i18n/texts.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { accountIcons } from '../../ui/icons/account-icons.ts';
import { Button } from '../../ui/button.tsx';
import { Icon, icons } from '../../ui/icons/icon.tsx';
import { Panel, Row, Rows } from '../../ui/page/panel.tsx';
import { useToast } from '../../ui/dialogs/toast.tsx';
import { activity } from './activity.machine.ts';
import { activityText, canDisown, isFailure } from './activity-text.ts';
import css from './recent-activity.module.css';
import { SecureAccount } from './secure-account.tsx';

/** How many events are shown before the person asks for all. */
const shownFirst = 5;

/** What happened to the account, and "this wasn't me". */
export function RecentActivity() {
  const t = useTranslate();
  const toast = useToast();
  const { api, language } = usePageContext();
  const { reload, reloads } = useCurrentAccount();
  const { run } = useFreshProof();
  const [isComplete, setComplete] = useState(false);
  // A press by mistake would sign a device out and forget every trusted browser.
  const [asked, setAsked] = useState<Activity>();
  const [state, send] = useMachine(() =>
    activity({
      load: (before, signal) => api(getActivity, before === undefined ? {} : { before }, { signal }),
      disown: (id) => run(() => api(disownActivity, { id })),
    }),
  );

  const onState = useEffectEvent(() => {
    if (state.at === 'shown' && state.failed) toast(t('common.network'));
    if (state.at === 'disowned') reload();
  });
  useEffect(() => onState(), [state]);
  // A change of the account is an event of the list.
  useEffect(() => {
    if (reloads > 0) send({ is: 'reload' });
  }, [reloads, send]);

  const { events, more } = 'events' in state ? state : { events: [], more: false };
  const shown = isComplete ? events : events.slice(0, shownFirst);
  const busy = state.at !== 'shown';
  return (
    <Panel
      id="activity"
      title={t('activity.title')}
      end={
        !isComplete &&
        events.length > shownFirst && (
          <Button kind="text" onClick={() => setComplete(true)}>
            {t('activity.all')}
          </Button>
        )
      }
    >
      {state.at === 'loading' && <p className={css.state}>{t('common.loading')}</p>}
      {state.at === 'failed' && (
        <div className={css.state}>
          <p role="alert">{t('activity.failed')}</p>
          <Button onClick={() => send({ is: 'retry' })}>{t('common.retry')}</Button>
        </div>
      )}
      <Rows>
        {shown.map((event) => (
          <Row key={event.id} icon={<Sign event={event} />} title={activityText(event, t)} note={noteOf(event)}>
            {canDisown(event) && (
              <Button
                disabled={busy}
                aria-label={`${t('activity.notMe')}: ${activityText(event, t)}, ${shortTime(event.at, language)}`}
                onClick={() => setAsked(event)}
              >
                {t('activity.notMe')}
              </Button>
            )}
          </Row>
        ))}
      </Rows>
      {isComplete && more && (
        <div className={css.state}>
          <Button busy={state.at === 'shown' && state.isLoadingMore === true} onClick={() => send({ is: 'more' })}>
            {t('activity.more')}
          </Button>
        </div>
      )}
      {asked && (
        <ConfirmDialog
          title={t('activity.disown.title')}
          lead={t('activity.disown.lead')}
          confirm={t('activity.disown.confirm')}
          onConfirm={() => {
            setAsked(undefined);
            send({ is: 'disown', event: asked });
          }}
          onCancel={() => setAsked(undefined)}
        />
      )}
      {state.at === 'disowned' && (
        <SecureAccount sessionEnded={state.sessionEnded} onEnd={() => send({ is: 'secured' })} />
      )}
    </Panel>
  );

  function noteOf({ at, device, address, actor, current }: Activity) {
    const where =
      actor === 'operator'
        ? [t('activity.operator')]
        : [device || t('activity.unknownDevice'), address].filter(Boolean);
    return (
      <>
        <RecentTime at={at} /> · {[...where, ...(current ? [t('home.sessions.here')] : [])].join(' · ')}
      </>
    );
  }
}

function Sign({ event }: { event: Activity }) {
  if (isFailure(event))
    return (
      <span className={css.failure}>
        <Icon d={icons.alert} />
      </span>
    );
  return <Icon d={event.type.startsWith('passkey') ? accountIcons.key : accountIcons.done} />;
}
