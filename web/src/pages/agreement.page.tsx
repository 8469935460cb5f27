import { useEffect, useEffectEvent, useState } from 'react';
import type { PageVariant } from '@foyer/contract/pages/page-config';
import { type Agreement, type AgreementKind, loadAgreement } from '@foyer/contract/texts/agreement-texts';
import { PlainPage } from '../layout/plain-page.tsx';
import { BackFromReading } from '../parts/back-from-reading.tsx';
import { fillIn, useTranslate } from '../platform/i18n/texts.ts';
import { usePageContext } from '../platform/page-context.ts';
import { Button } from '../ui/button.tsx';
import { PageHead } from '../ui/page/page-head.tsx';
import { useToast } from '../ui/dialogs/toast.tsx';
import css from './agreement.module.css';

export async function loadPage({ page, language }: PageVariant) {
  const kind = page === 'privacyPolicy' ? 'privacy' : 'service';
  const first = await loadAgreement(kind, language);
  return () => <AgreementPage kind={kind} first={first} />;
}

function AgreementPage({ kind, first }: { kind: AgreementKind; first: Agreement }) {
  const t = useTranslate();
  const { config, language, variant } = usePageContext();
  const agreement = useAgreement(kind, first);
  const { support } = config;
  const names = { brand: config.brand[language], company: config.company[language], support };

  return (
    <PlainPage wide>
      {variant.device !== 'pc' && <BackFromReading />}
      <PageHead title={agreement.title} />
      <p className={css.version}>
        {t('agreement.version', { version: agreement.version, effective: agreement.effective })}
        <span className={css.print}>
          <Button kind="text" onClick={() => print()}>
            {t('agreement.print')}
          </Button>
        </span>
      </p>
      {agreement.sections.map(({ heading, paragraphs }) => (
        <section key={heading} className={css.section}>
          <h2>{fillIn(heading, names)}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{fillIn(paragraph, names)}</p>
          ))}
        </section>
      ))}
    </PlainPage>
  );
}

/** Shows the current text until the one in the other language is loaded. */
function useAgreement(kind: AgreementKind, first: Agreement): Agreement {
  const t = useTranslate();
  const toast = useToast();
  const { language } = usePageContext();
  const [agreement, setAgreement] = useState(first);
  const showFailure = useEffectEvent(() => toast(t('common.network')));
  useEffect(() => {
    let unmounted = false;
    void loadAgreement(kind, language).then(
      (loaded) => unmounted || setAgreement(loaded),
      () => unmounted || showFailure(),
    );
    return () => void (unmounted = true);
  }, [kind, language]);
  return agreement;
}
