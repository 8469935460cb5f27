import { RecentTime } from '../../parts/account/recent-time.tsx';
import { Rich } from '../../platform/i18n/rich.tsx';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { accountIcons } from '../../ui/icons/account-icons.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Panel, Row, Rows } from '../../ui/page/panel.tsx';
import { useActionProblem, useSession } from './use-session.ts';

/** The applications of others that the person has allowed to learn who they are. */
export function Applications() {
  const t = useTranslate();
  const { account, busy, act } = useSession();
  const problem = useActionProblem('endAccess');
  if (account.applications.length === 0) return null;
  return (
    <Panel id="applications" title={t('home.applications')} problem={problem}>
      <Rows>
        {account.applications.map(({ id, name, since }) => (
          <Row
            key={id}
            icon={<Icon d={accountIcons.application} />}
            title={name}
            note={<Rich text={t('home.applications.since')} slots={{ time: <RecentTime at={since} /> }} />}
          >
            <Button
              disabled={busy}
              aria-label={`${t('home.applications.end')}: ${name}`}
              onClick={() => act({ type: 'endAccess', id })}
            >
              {t('home.applications.end')}
            </Button>
          </Row>
        ))}
      </Rows>
    </Panel>
  );
}
