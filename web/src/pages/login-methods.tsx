import { useEffect, useRef } from 'react';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import type { Tab } from '@foyer/contract/pages/page-params';
import { WorkChat } from '../flows/work-chat/work-chat.screen.tsx';
import { LinkWithAccount } from '../parts/link-with-account.tsx';
import { useTranslate } from '../platform/i18n/texts.ts';
import { usePageContext } from '../platform/page-context.ts';
import { Button } from '../ui/button.tsx';
import css from './login-methods.module.css';

interface Props {
  tab: Tab;
  onTab(tab: Tab): void;
  /** Somebody is being let in, and nothing takes the form away. */
  busy: boolean;
  /** What they pressed to ask for it is where the keyboard stands again. */
  fromSso: boolean;
  onSso(): void;
}

/** What else one can do at the form: an account, other ways in. A device has those that it has room and use for. */
export function LoginMethods(props: Props) {
  const { variant, config } = usePageContext();
  const { sso, wecom } = config.methods;
  switch (variant.device) {
    case 'pc':
      return (
        <>
          <RegisterLine />
          {(sso || wecom) && (
            <div className={css.entries}>
              <SsoEntry kind="plain" {...props} />
              {wecom && <WorkChat />}
            </div>
          )}
        </>
      );
    case 'mobileWeb':
      return (
        sso && (
          <p className={css.links}>
            <SsoEntry kind="text" {...props} />
          </p>
        )
      );
    case 'h5':
      return <LinkBlock {...props} />;
    case 'app':
      return <RegisterLine />;
  }
}

function RegisterLine() {
  const t = useTranslate();
  return (
    <p className={css.register}>
      {t('login.noAccount')} <LinkWithAccount to={pageRoutes.register}>{t('login.registerNow')}</LinkWithAccount>
    </p>
  );
}

/** At the bottom of another app's window there is room for words only. */
function LinkBlock({ tab, onTab, ...entry }: Props) {
  const t = useTranslate();
  const other = tab === 'user' ? 'authCode' : 'user';
  return (
    <p className={css.links}>
      <Button kind="text" disabled={entry.busy} onClick={() => onTab(other)}>
        {t(other === 'user' ? 'login.tab.password' : 'login.tab.code')}
      </Button>
      <LinkWithAccount to={pageRoutes.register}>{t('login.registerNow')}</LinkWithAccount>
      <LinkWithAccount to={pageRoutes.retrieve} newTab>
        {t('login.forgotPassword')}
      </LinkWithAccount>
      <SsoEntry kind="text" {...entry} />
    </p>
  );
}

function SsoEntry({
  kind,
  fromSso,
  busy,
  onSso,
}: Pick<Props, 'fromSso' | 'busy' | 'onSso'> & { kind: 'plain' | 'text' }) {
  const t = useTranslate();
  const { config } = usePageContext();
  const entry = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (fromSso) entry.current?.focus();
  }, [fromSso]);
  return (
    config.methods.sso && (
      <Button ref={entry} kind={kind} disabled={busy} onClick={onSso}>
        {t('sso.entry')}
      </Button>
    )
  );
}
