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
  /** A sign-in is in progress: the form must stay. */
  busy: boolean;
  /** The company form was closed: its button gets the focus back. */
  fromSso: boolean;
  onSso(): void;
}

/** Registration and the other sign-in methods, as far as they fit the device. */
export function LoginMethods(props: Props) {
  const { variant, config } = usePageContext();
  const { sso, wecom, register } = config.methods;
  switch (variant.device) {
    case 'pc':
      return (
        <>
          {register && <RegisterLine />}
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
      return register && <RegisterLine />;
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

/** Text links only: the web view of an app is small. */
function LinkBlock({ tab, onTab, ...entry }: Props) {
  const t = useTranslate();
  const { code, register, retrieve } = usePageContext().config.methods;
  const other = tab === 'user' ? 'authCode' : 'user';
  return (
    <p className={css.links}>
      {code && (
        <Button kind="text" disabled={entry.busy} onClick={() => onTab(other)}>
          {t(other === 'user' ? 'login.tab.password' : 'login.tab.code')}
        </Button>
      )}
      {register && <LinkWithAccount to={pageRoutes.register}>{t('login.registerNow')}</LinkWithAccount>}
      {retrieve && (
        <LinkWithAccount to={pageRoutes.retrieve} newTab>
          {t('login.forgotPassword')}
        </LinkWithAccount>
      )}
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
