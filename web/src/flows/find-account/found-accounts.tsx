import { findAccounts } from '@foyer/contract/flows/find-account';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { pageUrl } from '../../platform/navigation/page-url.ts';
import { shortTime, useTranslate } from '../../platform/i18n/texts.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Notice } from '../../ui/dialogs/notice.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { PageMessage } from '../../ui/page/page-message.tsx';
import { MissingSeal } from '../../ui/icons/pictures.tsx';
import { Steps } from '../../ui/page/steps.tsx';
import css from './find-account.module.css';
import { type FoundState, foundAccounts } from './found-accounts.machine.ts';

const personIcon = 'M8 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0M4.5 20c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5';

interface Props {
  serviceId: string;
  /** The account that was searched for, if it was. */
  account: { typed: string } | undefined;
  onStartOver(): void;
}

/** The person's accounts, masked, with the time of their last use. */
export function FoundAccounts({ serviceId, account, onStartOver }: Props) {
  const t = useTranslate();
  const { api } = usePageContext();
  const [state, send] = useMachine(() => foundAccounts((signal) => api(findAccounts, { serviceId }, { signal })));
  return <Steps at={state.at}>{content()}</Steps>;

  function content() {
    switch (state.at) {
      case 'loading':
        return (
          <>
            <PageHead title={t('page.findAccount')} />
            <p role="status" tabIndex={-1}>
              {t('common.loading')}
            </p>
          </>
        );
      case 'failed':
      case 'proofExpired':
        return (
          <>
            <PageHead title={t('page.findAccount')} />
            <Notice failure={state.failure} />
            <Button kind="main" onClick={() => (state.at === 'failed' ? send({ is: 'retry' }) : onStartOver())}>
              {t('common.retry')}
            </Button>
          </>
        );
      case 'shown':
        if (state.accounts.length > 0) return <AccountList accounts={state.accounts} account={account} />;
        return (
          <PageMessage picture={<MissingSeal />} title={t('findAccount.none')} lead={t('findAccount.none.lead')}>
            <Button kind="main" onClick={onStartOver}>
              {t('findAccount.again')}
            </Button>
          </PageMessage>
        );
    }
  }
}

type ListProps = Pick<FoundState & { at: 'shown' }, 'accounts'> & Pick<Props, 'account'>;

function AccountList({ accounts, account }: ListProps) {
  const t = useTranslate();
  const { language } = usePageContext();
  const typed = account?.typed.trim();
  const params: Record<string, string> = typed ? { localAccount: typed } : {};
  const title = accounts.length === 1 ? t('findAccount.found.one') : t('findAccount.found', { n: accounts.length });
  return (
    <>
      <PageHead title={title} lead={t('findAccount.found.lead')} takesFocus />
      <ul className={css.accounts}>
        {accounts.map(({ mobile, email, lastUsedAt }) => (
          <li key={`${mobile} ${email}`} className={css.account}>
            <Icon d={personIcon} />
            <div>
              <p className={css.name}>{[mobile, email].filter(Boolean).join(' · ')}</p>
              <p className={css.used}>
                {lastUsedAt
                  ? t('findAccount.lastUsed', { time: shortTime(lastUsedAt, language) })
                  : t('findAccount.neverUsed')}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <DialogButtons>
        <ButtonLink href={pageUrl(pageRoutes.retrieve, params)}>{t('retrieve.reset')}</ButtonLink>
        <ButtonLink kind="main" href={pageUrl(pageRoutes.login, params)}>
          {t('login.submit')}
        </ButtonLink>
      </DialogButtons>
    </>
  );
}
