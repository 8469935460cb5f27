import { useEffect, useRef } from 'react';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import type { Tab } from '@foyer/contract/pages/page-params';
import type { Outcome } from '../../flows/outcome.ts';
import { PasskeyEntry } from '../../flows/passkey/passkey-entry.tsx';
import { WorkChat } from '../../flows/work-chat/work-chat.screen.tsx';
import { LinkWithAccount } from '../../parts/link-with-account.tsx';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Icon, icons } from '../../ui/icons/icon.tsx';
import css from './login-methods.module.css';

interface Props {
  tab: Tab;
  onTab(tab: Tab): void;
  /** The accounts that the browser remembers take the place of the form. */
  choosing: boolean;
  /** A sign-in is in progress: the form must stay. */
  busy: boolean;
  /** The form that was closed: its button or link gets the focus back. */
  from: 'sso' | 'register' | undefined;
  /** How often the person has come back to the form. */
  attempt: number;
  /** How often an account was chosen that signed in with a passkey the last time. */
  passkeyChoices: number;
  onSso(): void;
  onRegister(): void;
  onPasskeyBusy(busy: boolean): void;
  onEnd(outcome: Outcome): void;
}

type JoinProps = Pick<Props, 'tab' | 'from' | 'busy' | 'choosing'> & {
  register?: boolean;
  onRegister?: (() => void) | undefined;
};

/** The other sign-in methods and registration, as far as they fit the device. */
export function LoginMethods(props: Props) {
  const {
    variant: { device },
  } = usePageContext();
  const register = useOffersRegistration();
  switch (device) {
    case 'pc':
      return (
        <>
          <OtherMethods {...props} />
          <Join {...props} register={register} />
        </>
      );
    case 'mobileWeb':
      return (
        <>
          <OtherMethods {...props} />
          <Join {...props} />
        </>
      );
    case 'h5':
      return (
        <>
          <LinkBlock {...props} />
          <Join {...props} />
        </>
      );
    case 'app':
      return <Join {...props} register={register} onRegister={undefined} />;
  }
}

/** A URL that asks for company sign-in is for members: they are not offered to register, also after going back. */
function useOffersRegistration() {
  const { variant, config } = usePageContext();
  return config.methods.register && !(variant.sso && variant.locked);
}

function OtherMethods(props: Props) {
  const t = useTranslate();
  const { variant, config } = usePageContext();
  const { sso, wecom, passkey } = config.methods;
  const { attempt, busy, passkeyChoices, onPasskeyBusy, onEnd } = props;
  const passkeyButton = useRef<HTMLButtonElement>(null);
  // An effect: the account may have been chosen before this part was hydrated.
  useEffect(() => {
    if (passkeyChoices > 0) passkeyButton.current?.click();
  }, [passkeyChoices]);
  const offersWecom = wecom && variant.device === 'pc';
  if (!sso && !offersWecom && !passkey) return null;
  return (
    <>
      <p className={css.or}>{t('login.otherMethods')}</p>
      <div className={css.entries}>
        {passkey && (
          <PasskeyEntry key={attempt} ref={passkeyButton} disabled={busy} onBusy={onPasskeyBusy} onEnd={onEnd} />
        )}
        <SsoEntry kind="plain" {...props} />
        {offersWecom && <WorkChat disabled={busy} />}
      </div>
    </>
  );
}

/** How a new person gets an account: by registering, or with a code, which also registers. */
function Join({ tab, register = false, from, busy, choosing, onRegister }: JoinProps) {
  const t = useTranslate();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (from === 'register') link.current?.focus();
  }, [from]);
  if (choosing) return null;
  if (tab === 'authCode') return <p className={css.join}>{t('login.autoRegister.hint')}</p>;
  return (
    register && (
      <p className={css.join}>
        {t('login.noAccount')} {/* On a PC the registration form opens in place. */}
        <LinkWithAccount ref={link} to={pageRoutes.register} onFollow={busy ? undefined : onRegister}>
          {t('login.registerNow')}
        </LinkWithAccount>
      </p>
    )
  );
}

/** Text links only: the web view of an app is small. */
function LinkBlock({ tab, onTab, ...entry }: Props) {
  const t = useTranslate();
  const { code, retrieve } = usePageContext().config.methods;
  const register = useOffersRegistration();
  const other = tab === 'user' ? 'authCode' : 'user';
  return (
    <div className={css.links}>
      {code && !entry.choosing && (
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
    </div>
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
        {kind === 'plain' && <Icon d={icons.office} size={16} />}
        {t('sso.entry')}
      </Button>
    )
  );
}
