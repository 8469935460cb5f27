import { methodText } from '../../platform/i18n/method-text.ts';
import { RecentTime } from '../../parts/account/recent-time.tsx';
import { Rich } from '../../platform/i18n/rich.tsx';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { accountIcons } from '../../ui/icons/account-icons.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Badge, Panel, Row, Rows } from '../../ui/page/panel.tsx';
import { useActionProblem, useSession } from './use-session.ts';

const isPhone = (device: string) => /iPhone|iPad|Android|HarmonyOS/.test(device);

/** Where the person is signed in. */
export function Sessions() {
  const t = useTranslate();
  const { account, busy, act } = useSession();
  const { sessions } = account;
  return (
    <Panel
      id="devices"
      title={t('home.sessions')}
      problem={useActionProblem('endSession', 'signOutOthers', 'signOutEverywhere')}
      end={
        sessions.length > 1 && (
          <Button disabled={busy} onClick={() => act({ type: 'signOutOthers' })}>
            {t('home.signOutOthers')}
          </Button>
        )
      }
    >
      <Rows>
        {sessions.map(({ id, current, way, device, address, createdAt, lastSeenAt, shared }) => (
          <Row
            key={id}
            icon={<Icon d={isPhone(device) ? accountIcons.phone : accountIcons.laptop} />}
            title={`${device || t('activity.unknownDevice')} · ${address}`}
            badge={
              <>
                {current && <Badge kind="ok">{t('home.sessions.here')}</Badge>}
                {shared && <Badge>{t('home.sessions.shared')}</Badge>}
              </>
            }
            note={
              <>
                <Rich
                  text={t('home.sessions.since')}
                  slots={{ way: methodText(t, 'way', way), time: <RecentTime at={createdAt} /> }}
                />{' '}
                · <Rich text={t('home.sessions.seen')} slots={{ time: <RecentTime at={lastSeenAt} /> }} />
              </>
            }
          >
            {!current && (
              <Button
                disabled={busy}
                aria-label={`${t('home.sessions.end')}: ${device}`}
                onClick={() => act({ type: 'endSession', id })}
              >
                {t('home.sessions.end')}
              </Button>
            )}
          </Row>
        ))}
        <Row
          icon={<Icon d={accountIcons.lock} />}
          title={t('home.signOutEverywhere.row')}
          note={t('home.signOutEverywhere.note')}
        >
          <Button disabled={busy} onClick={() => act({ type: 'signOutEverywhere' })}>
            {t('home.signOutEverywhere')}
          </Button>
        </Row>
      </Rows>
    </Panel>
  );
}
