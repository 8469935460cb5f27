import { useCallback, useEffect, useState } from 'react';
import type { DataOf } from '@foyer/contract/call';
import { getConsents } from '@foyer/contract/flows/account';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { useCurrentAccount } from '../../parts/account/current-account.ts';
import { download } from '../../platform/browser/download.ts';
import { shortTime, useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { accountIcons } from '../../ui/icons/account-icons.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Badge, Row } from '../../ui/page/panel.tsx';

type Consent = DataOf<typeof getConsents>['consents'][number];

/** Rows: which version of the agreement the person agreed to and when, each with a receipt to download. */
export function Consents() {
  const t = useTranslate();
  const { api, config, language } = usePageContext();
  const { account } = useCurrentAccount();
  const [consents, setConsents] = useState<readonly Consent[] | 'failed'>([]);
  const load = useCallback(
    async (signal?: AbortSignal) => {
      const reply = await api(getConsents, {}, signal && { signal });
      if (!signal?.aborted) setConsents(reply.is === 'done' ? reply.data.consents : 'failed');
    },
    [api],
  );
  useEffect(() => {
    const left = new AbortController();
    void load(left.signal);
    return () => left.abort();
  }, [load]);

  if (consents === 'failed')
    return (
      <Row icon={<Icon d={accountIcons.paper} />} title={t('home.failed')}>
        <Button onClick={() => void load()}>{t('common.retry')}</Button>
      </Row>
    );
  return consents.map((consent) => (
    <Row
      key={consent.version}
      icon={<Icon d={accountIcons.paper} />}
      title={t('consents.row', { version: consent.version })}
      badge={consent.inForce && <Badge kind="ok">{t('consents.inForce')}</Badge>}
      note={t('consents.agreed', { time: shortTime(consent.agreedAt, language) })}
    >
      <Button
        aria-label={`${t('consents.receipt')}: ${consent.version}`}
        onClick={() => download(`consent-${consent.version}.txt`, receiptOf(consent), 'text/plain')}
      >
        {t('consents.receipt')}
      </Button>
    </Row>
  ));

  function receiptOf({ version, agreedAt, language: agreedIn }: Consent) {
    const lines: [string, string][] = [
      [t('consents.receipt.company'), config.company[language]],
      [t('consents.receipt.account'), account.ouid],
      [t('consents.receipt.name'), account.name ?? ''],
      [t('consents.receipt.version'), version],
      [t('consents.receipt.language'), agreedIn],
      [t('consents.receipt.time'), agreedAt],
      [t('consents.receipt.service'), `${location.origin}${pageRoutes.serviceAgreement}`],
      [t('consents.receipt.privacy'), `${location.origin}${pageRoutes.privacyPolicy}`],
      [t('consents.receipt.contact'), config.support],
    ];
    const rows = lines.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${value}`);
    return [t('consents.receipt.title', { brand: config.brand[language] }), '', ...rows, ''].join('\n');
  }
}
