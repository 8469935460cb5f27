import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { Rich } from '../platform/i18n/rich.tsx';
import { useTranslate } from '../platform/i18n/texts.ts';

/** A sentence whose `{service}` and `{privacy}` are links to the agreements. */
export function AgreementLinks({ text }: { text: string }) {
  const t = useTranslate();
  const link = (href: string, label: string) => (
    <a href={href} target="_blank" rel="noopener">
      {label}
      <span className="visually-hidden">{t('login.newTab')}</span>
    </a>
  );
  return (
    <Rich
      text={text}
      slots={{
        service: link(pageRoutes.serviceAgreement, t('agreement.service')),
        privacy: link(pageRoutes.privacyPolicy, t('agreement.privacy')),
      }}
    />
  );
}
