import type { ReactNode } from 'react';
import { homePath } from '@foyer/contract/pages/page-routes';
import { useCurrentAccount } from '../../parts/account/current-account.ts';
import { spacedMobile } from '../../parts/account/spaced-mobile.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Badge } from '../../ui/page/panel.tsx';
import css from './profile.module.css';

/** Who is signed in. */
export function Profile({ children }: { children: ReactNode }) {
  const t = useTranslate();
  const { config, variant } = usePageContext();
  const { account } = useCurrentAccount();
  const { name, email, realNameStatus } = account;
  const mobile = account.mobile && spacedMobile(account.mobile);
  const home = variant.device === 'pc' ? config.home : config.homeOnPhones;
  const title = name ?? mobile ?? email ?? account.ouid;
  const contacts = [mobile, email].filter((contact) => contact && contact !== title);
  return (
    <section id="overview" className={css.profile}>
      <span className={css.avatar} aria-hidden="true">
        {initialOf(title)}
      </span>
      <div className={css.who}>
        <h1>
          {title} {realNameStatus && <Badge kind="ok">{t('home.realName.done')}</Badge>}
        </h1>
        <p>{contacts.join(' · ')}</p>
      </div>
      <div className={css.actions}>
        {children}
        {home !== homePath && home !== '/' && (
          <ButtonLink kind="main" href={home}>
            {t('account.workspace')}
          </ButtonLink>
        )}
      </div>
    </section>
  );
}

/** The first character as people see it, where the browser knows: one of some scripts is several code points. */
function initialOf(name: string) {
  const text = name.trim();
  const [first = ''] =
    'Segmenter' in Intl ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment) : text;
  return first.toUpperCase();
}
