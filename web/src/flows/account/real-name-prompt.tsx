import { useCurrentAccount } from '../../parts/account/current-account.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import css from './profile.module.css';

/** Prompts a person whose real name is not verified, where there is no service that verifies it. */
export function RealNamePrompt() {
  const t = useTranslate();
  const { config } = usePageContext();
  const { account } = useCurrentAccount();
  if (account.realNameStatus) return null;
  return (
    <section className={css.prompt} aria-labelledby="real-name">
      <h2 id="real-name">{t('home.realName.title')}</h2>
      <p>
        {t('home.realName.prompt')} <a href={`mailto:${config.support}`}>{config.support}</a>
      </p>
    </section>
  );
}
