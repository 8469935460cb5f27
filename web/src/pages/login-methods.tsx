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
  /** The form that was closed: its button or link gets the focus back. */
  from: 'sso' | 'register' | undefined;
  onSso(): void;
  onRegister(): void;
}

/** Registration and the other sign-in methods, as far as they fit the device. */
export function LoginMethods(props: Props) {
  const { variant, config } = usePageContext();
  const { sso, wecom, register } = config.methods;
  switch (variant.device) {
    case 'pc':
      return (
        <>
          {register && <RegisterLine {...props} />}
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

/** On a PC the registration form opens in place. */
function RegisterLine({ from, busy, onRegister }: Partial<Props>) {
  const t = useTranslate();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (from === 'register') link.current?.focus();
  }, [from]);
  return (
    <p className={css.register}>
      {t('login.noAccount')}{' '}
      <LinkWithAccount ref={link} to={pageRoutes.register} onFollow={busy ? undefined : onRegister}>
        {t('login.registerNow')}
      </LinkWithAccount>
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

function SsoEntry({ kind, from, busy, onSso }: Pick<Props, 'from' | 'busy' | 'onSso'> & { kind: 'plain' | 'text' }) {
  const t = useTranslate();
  const { config } = usePageContext();
  const entry = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (from === 'sso') entry.current?.focus();
  }, [from]);
  return (
    config.methods.sso && (
      <Button ref={entry} kind={kind} disabled={busy} onClick={onSso}>
        {t('sso.entry')}
      </Button>
    )
  );
}
