import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { Rich } from '../platform/i18n/rich.tsx';
import { useTexts } from '../platform/i18n/texts.ts';

/** A sentence whose `{service}` and `{privacy}` are links to the agreements. */
export function AgreementLinks({ text }: { text: string }) {
  const say = useTexts();
  const link = (href: string, words: string) => (
    <a href={href} target="_blank" rel="noopener">
      {words}
      <span className="unseen">{say('login.newTab')}</span>
    </a>
  );
  return (
    <Rich
      text={text}
      slots={{
        service: link(pageRoutes.serviceAgreement, say('agreement.service')),
        privacy: link(pageRoutes.privacyPolicy, say('agreement.privacy')),
      }}
    />
  );
}
