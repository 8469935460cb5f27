import { useState } from 'react';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { useCurrentAccount } from '../../parts/account/current-account.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { runTask } from '../../platform/run-task.ts';
import { accountIcons } from '../../ui/icons/account-icons.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Badge, Row } from '../../ui/page/panel.tsx';
import { verifyRealName } from './real-name.service.ts';

/** Whether the real name is verified, and the way to verify it. */
export function RealNameRow() {
  const t = useTranslate();
  const page = usePageContext();
  const { ouid, realNameStatus } = useCurrentAccount().account;
  const [busy, setBusy] = useState(false);

  async function verify() {
    setBusy(true);
    await verifyRealName(page, { accountId: ouid, url: `${location.origin}${pageRoutes.account}` });
  }

  return (
    <Row
      icon={<Icon d={accountIcons.done} />}
      title={t('home.realName.title')}
      badge={realNameStatus && <Badge kind="ok">{t('home.realName.done')}</Badge>}
      note={t(realNameStatus ? 'realName.verified' : 'realName.missing')}
    >
      {!realNameStatus && (
        <Button busy={busy} onClick={() => runTask(verify, () => setBusy(false))}>
          {t('realName.verify')}
        </Button>
      )}
    </Row>
  );
}
