import { useEffect, useState } from 'react';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { Session } from '../flows/session/session.screen.tsx';
import { PlainPage } from '../layout/plain-page.tsx';
import { navigate } from '../platform/navigation/navigate.ts';
import { useTranslate } from '../platform/i18n/texts.ts';
import { usePageContext } from '../platform/page-context.ts';
import { PageHead } from '../ui/page-head.tsx';
import css from './home.module.css';

/** Stands in for the workspace. `?scene=realname` prompts an unverified account for its real name. */
export function Page() {
  const t = useTranslate();
  const { config } = usePageContext();
  const [promptsRealName, setPromptsRealName] = useState(false);
  useEffect(() => setPromptsRealName(new URLSearchParams(location.search).get('scene') === 'realname'), []);

  return (
    <PlainPage wide>
      <PageHead title={t('page.home')} />
      <Session onSignedOut={() => navigate(pageRoutes.login)}>
        {({ realNameStatus }) =>
          promptsRealName &&
          !realNameStatus && (
            <section className={css.prompt} aria-labelledby="real-name">
              <h2 id="real-name">{t('home.realName.title')}</h2>
              <p>
                {t('home.realName.prompt')} <a href={`mailto:${config.support}`}>{config.support}</a>
              </p>
            </section>
          )
        }
      </Session>
    </PlainPage>
  );
}
