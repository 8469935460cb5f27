import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RememberedAccount } from '@foyer/contract/pages/remembered-account';
import type { ChosenAccount } from '../../parts/chosen-account.ts';
import { type Failure, failureOf, failureText } from '../../platform/i18n/failure.ts';
import { methodText } from '../../platform/i18n/method-text.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { loadWhenIdle } from '../../platform/lazy/when-idle.ts';
import { type PageContext, usePageContext } from '../../platform/page-context.ts';
import { runTask } from '../../platform/run-task.ts';
import { Button, Spinner } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { useToast } from '../../ui/dialogs/toast.tsx';
import css from './account-chooser.module.css';
import { Avatar } from './avatar.tsx';
import { AccountInPlace } from './account-in-place.tsx';

const loadService = () => import('./account-chooser.service.ts');
const drawings = { open: 'm9 5 7 7-7 7', add: 'M12 5v14M5 12h14' };

interface Props {
  accounts: readonly RememberedAccount[];
  /** The person has come back to it from the form. */
  reopened: boolean;
  onForget(account: RememberedAccount): void;
  /** The form follows, for this account. */
  onChoose(account: RememberedAccount, chosen: ChosenAccount): void;
  /** The form follows, for an account that the person types. `back` leads to the chooser. */
  onOther(back: ReactNode): void;
  onReopen(): void;
}

/** The accounts that have signed in with this browser before, the last used first. */
export function AccountChooser({ accounts, reopened, onForget, onChoose, onOther, onReopen }: Props) {
  const t = useTranslate();
  const toast = useToast();
  const page = usePageContext();
  const [managing, setManaging] = useState(false);
  const [opening, setOpening] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => loadWhenIdle(loadService), []);

  // The focus goes where the person continues: to the heading, and then to the first field of the form.
  const focusHeading = useEffectEvent(() => reopened && heading.current?.focus());
  const [left] = useState({ forForm: false });
  useEffect(() => {
    void focusHeading();
    return () => {
      if (left.forForm) document.querySelector<HTMLInputElement>('[role=tabpanel] form input')?.focus();
    };
  }, [left]);

  function choose(account: RememberedAccount) {
    if (isElsewhere(account, page)) return open(account);
    left.forForm = true;
    const { handle, kind } = account;
    onChoose(account, { handle, kind, field: <AccountInPlace account={account} onSwitch={onReopen} /> });
  }

  const showFailure = (failure: Failure) => toast(failureText(t, failure));

  function open(account: RememberedAccount) {
    const stop = (failure: Failure) => {
      setOpening(undefined);
      showFailure(failure);
    };
    setOpening(account.handle);
    runTask(async () => {
      const { openProvider } = await loadService();
      if (!(await openProvider(page, account))) stop('noResponse');
    }, stop);
  }

  async function forget(account: RememberedAccount) {
    const service = await loadService();
    const reply = await service.forget(page, account);
    if (reply.is !== 'done') return showFailure(failureOf(reply));
    toast(t('chooser.forgotten', { account: account.account }));
    left.forForm = accounts.length === 1;
    heading.current?.focus();
    onForget(account);
  }

  function typeAnother() {
    left.forForm = true;
    onOther(
      <div className={css.back}>
        <BackToChooser onPress={onReopen} />
      </div>,
    );
  }

  return (
    <>
      <h2 ref={heading} className={css.title} tabIndex={-1}>
        {t('chooser.title')}
      </h2>
      <ul className={css.list}>
        {accounts.map((account, i) => (
          <li key={account.handle}>
            {managing ? (
              <div className={css.card}>
                <Avatar account={account} />
                <span className={css.who}>
                  <b>{titleOf(account)}</b>
                  <Button
                    kind="text"
                    aria-label={t('chooser.forget.account', { account: titleOf(account) })}
                    onClick={() => runTask(() => forget(account), showFailure)}
                  >
                    {t('chooser.forget')}
                  </Button>
                </span>
              </div>
            ) : (
              <button
                type="button"
                className={css.card}
                disabled={opening !== undefined}
                aria-busy={opening === account.handle || undefined}
                onClick={() => choose(account)}
              >
                <Avatar account={account} />
                <span className={css.who}>
                  <b>
                    {titleOf(account)}
                    {i === 0 && <span className={css.badge}>{t('chooser.lastUsed')}</span>}
                  </b>
                  <small>
                    {[account.name && account.account, account.company, methodText(t, 'chooser.method', account.method)]
                      .filter(Boolean)
                      .join(' · ')}
                  </small>
                </span>
                {opening === account.handle ? <Spinner /> : <Icon d={drawings.open} />}
              </button>
            )}
          </li>
        ))}
        {!managing && (
          <li>
            <button
              type="button"
              className={css.card}
              disabled={opening !== undefined}
              data-other-account
              onClick={typeAnother}
            >
              <span className={css.other}>
                <Icon d={drawings.add} />
              </span>
              <span className={css.who}>
                <b>{t('chooser.other')}</b>
              </span>
              <Icon d={drawings.open} />
            </button>
          </li>
        )}
      </ul>
      <div className={css.below}>
        {t('chooser.note')}
        <Button kind="text" disabled={opening !== undefined} onClick={() => setManaging(!managing)}>
          {t(managing ? 'chooser.done' : 'chooser.manage')}
        </Button>
      </div>
    </>
  );
}

const titleOf = ({ name, account }: RememberedAccount) => name ?? account;

/** The last sign-in was on another site, which is still offered. */
const isElsewhere = ({ method, company }: RememberedAccount, { config, variant }: PageContext) =>
  (method === 'sso' && config.methods.sso && company !== undefined) ||
  (method === 'wecom' && config.methods.wecom && variant.device === 'pc');

function BackToChooser({ onPress }: { onPress(): void }) {
  const t = useTranslate();
  return (
    <Button kind="text" onClick={onPress}>
      {t('chooser.back')}
    </Button>
  );
}
