import { pageRoutes } from '@foyer/contract/page-routes';
import { Rich } from '../platform/rich.tsx';
import { useTexts } from '../platform/texts.ts';

/** A sentence that names both agreements and links to them. */
export function AgreementLine({ className }: { className?: string | undefined }) {
  const say = useTexts();
  const link = (href: string, words: string) => (
    <a href={href} target="_blank" rel="noopener">
      {words}
      <span className="unseen">{say('login.newTab')}</span>
    </a>
  );
  return (
    <p className={className}>
      <Rich
        text={say('login.agree.text')}
        slots={{
          service: link(pageRoutes.serviceAgreement, say('agreement.service')),
          privacy: link(pageRoutes.privacyPolicy, say('agreement.privacy')),
        }}
      />
    </p>
  );
}
