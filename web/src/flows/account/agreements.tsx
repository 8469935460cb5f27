import type { DataOf } from '@foyer/contract/call';
import { getAcceptedAgreements } from '@foyer/contract/flows/account';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { useCurrentAccount } from '../../parts/account/current-account.ts';
import { download } from '../../platform/browser/download.ts';
import { shortTime, useTranslate } from '../../platform/i18n/texts.ts';
import { useLoad } from '../../platform/machine/use-load.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { accountIcons } from '../../ui/icons/account-icons.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Badge, Row } from '../../ui/page/panel.tsx';

type Agreement = DataOf<typeof getAcceptedAgreements>['consents'][number];

/** Rows: which version of the agreement the person agreed to and when, each with a receipt to download. */
export function Agreements() {
  const t = useTranslate();
  const { api, config, language } = usePageContext();
  const { account } = useCurrentAccount();
  const { state, data, reload } = useLoad((signal) => api(getAcceptedAgreements, {}, { signal }));

  if (state.at === 'failed')
    return (
      <Row icon={<Icon d={accountIcons.paper} />} title={t('home.failed')}>
        <Button onClick={reload}>{t('common.retry')}</Button>
      </Row>
    );
  return data?.consents.map((agreement) => (
    <Row
      key={agreement.version}
      icon={<Icon d={accountIcons.paper} />}
      title={t('agreements.row', { version: agreement.version })}
      badge={agreement.inForce && <Badge kind="ok">{t('agreements.inForce')}</Badge>}
      note={t('agreements.agreed', { time: shortTime(agreement.agreedAt, language) })}
    >
      <Button
        aria-label={`${t('agreements.receipt')}: ${agreement.version}`}
        onClick={() => download(`consent-${agreement.version}.txt`, receiptOf(agreement), 'text/plain')}
      >
        {t('agreements.receipt')}
      </Button>
    </Row>
  ));

  function receiptOf({ version, agreedAt, language: agreedIn }: Agreement) {
    const lines: [string, string][] = [
      [t('agreements.receipt.company'), config.company[language]],
      [t('agreements.receipt.account'), account.ouid],
      [t('agreements.receipt.name'), account.name ?? ''],
      [t('agreements.receipt.version'), version],
      [t('agreements.receipt.language'), agreedIn],
      [t('agreements.receipt.time'), agreedAt],
      [t('agreements.receipt.service'), `${location.origin}${pageRoutes.serviceAgreement}`],
      [t('agreements.receipt.privacy'), `${location.origin}${pageRoutes.privacyPolicy}`],
      [t('agreements.receipt.contact'), config.support],
    ];
    const rows = lines.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${value}`);
    return [t('agreements.receipt.title', { brand: config.brand[language] }), '', ...rows, ''].join('\n');
  }
}
