import type { RememberedAccount } from '@foyer/contract/pages/remembered-account';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { useEffect, useId } from 'react';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import field from '../../ui/fields/field.module.css';
import css from './account-chooser.module.css';
import { Avatar } from './avatar.tsx';

/** The chosen account, as large as the field that it replaces. */
export function AccountInPlace({ account, onSwitch }: { account: RememberedAccount; onSwitch(): void }) {
  const t = useTranslate();
  const { variant, config } = usePageContext();
  const id = useId();
  const { name, method } = account;
  const app = variant.device === 'pc' ? config.methods.scan.find((offered) => offered === method) : undefined;

  useEffect(() => passOn(account), [account]);

  return (
    <div className={field.field} role="group" aria-labelledby={id}>
      <div className={field.label} id={id}>
        {t('login.account.label')}
      </div>
      <div className={css.inPlace}>
        <Avatar account={account} small />
        {name && <b>{name}</b>}
        <span className={name ? css.second : undefined}>{account.account}</span>
      </div>
      <div className={field.labelEnd}>
        <Button kind="text" onClick={onSwitch}>
          {t('chooser.switch')}
        </Button>
      </div>
      <div className={field.below}>{app && t('chooser.scan', { app: t(`qr.switch.${app}`) })}</div>
    </div>
  );
}

/** A link to a forgotten password carries the account behind `#`, where no log has it. */
function passOn({ kind, handle, account }: RememberedAccount) {
  const setHash = (link: Element | null, hash: string) => link instanceof HTMLAnchorElement && (link.hash = hash);
  // The inline script makes the address of a pressed link absolute.
  const links = `a[href*="${pageRoutes.retrieve}"]`;
  const onClick = ({ target }: MouseEvent) =>
    target instanceof Element && setHash(target.closest(links), `${kind}:${handle}:${account}`);
  const types = ['click', 'auxclick'] as const;
  for (const type of types) addEventListener(type, onClick, true);
  return () => {
    for (const type of types) removeEventListener(type, onClick, true);
    for (const link of document.querySelectorAll(links)) setHash(link, '');
  };
}
