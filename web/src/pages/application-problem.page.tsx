import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { PlainPage } from '../layout/plain-page.tsx';
import { useTranslate } from '../platform/i18n/texts.ts';
import { usePageContext } from '../platform/page-context.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { PageMessage } from '../ui/page/page-message.tsx';
import { MissingSeal } from '../ui/icons/pictures.tsx';
import css from './application-problem.module.css';

/** For a request that is not sent back to the application, because it does not say safely to which. */
export function Page() {
  const t = useTranslate();
  const { problem } = usePageContext().config;
  return (
    <PlainPage>
      <PageMessage picture={<MissingSeal />} title={t('page.applicationProblem')} lead={t('application.startAgain')}>
        {/* For the developers of the application, in the words of the protocol. */}
        {problem && (
          <p className={css.reason} lang="en">
            <code>{problem.error}</code>
            {problem.description && `: ${problem.description}`}
            {problem.requestId && ` (request ${problem.requestId})`}
          </p>
        )}
        <ButtonLink href={pageRoutes.login}>{t('back.signIn')}</ButtonLink>
      </PageMessage>
    </PlainPage>
  );
}
