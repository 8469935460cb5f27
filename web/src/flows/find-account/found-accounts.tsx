import { findAccounts } from '@foyer/contract/flows/find-account';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { shortTime, useTranslate } from '../../platform/i18n/texts.ts';
import { failureText } from '../../platform/i18n/failure.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Steps } from '../../ui/steps.tsx';
import css from './find-account.module.css';
import { type FoundState, foundAccounts } from './found-accounts.machine.ts';

/** The person's accounts, masked, with the time of their last use. */
export function FoundAccounts({ serviceId, onStartOver }: { serviceId: string; onStartOver(): void }) {
  const t = useTranslate();
  const { api } = usePageContext();
  const [state, send] = useMachine(() => foundAccounts((signal) => api(findAccounts, { serviceId }, { signal })));
  return <Steps at={state.at}>{content()}</Steps>;

  function content() {
    switch (state.at) {
      case 'loading':
        return (
          <p role="status" tabIndex={-1}>
            {t('common.loading')}
          </p>
        );
      case 'failed':
      case 'proofExpired':
        return (
          <>
            <Notice>{failureText(t, state.failure)}</Notice>
            <Button onClick={() => (state.at === 'failed' ? send({ is: 'retry' }) : onStartOver())}>
              {t('common.retry')}
            </Button>
          </>
        );
      case 'shown':
        return <AccountList accounts={state.accounts} onBack={onStartOver} />;
    }
  }
}

function AccountList({ accounts, onBack }: Pick<FoundState & { at: 'shown' }, 'accounts'> & { onBack(): void }) {
  const t = useTranslate();
  const { language } = usePageContext();
  return (
    <div role="status">
      <p tabIndex={-1} className={css.about}>
        {t(accounts.length ? 'findAccount.found' : 'findAccount.none')}
      </p>
      <ul>
        {accounts.map(({ mobile, email, lastUsedAt }) => (
          <li key={`${mobile} ${email}`} className={css.account}>
            <span>{[mobile, email].filter(Boolean).join(' · ')}</span>
            <span className={css.used}>
              {lastUsedAt
                ? t('findAccount.lastUsed', { time: shortTime(lastUsedAt, language) })
                : t('findAccount.neverUsed')}
            </span>
          </li>
        ))}
      </ul>
      <p className={css.actions}>
        <a href={pageRoutes.retrieve}>{t('login.forgotPassword')}</a>
        <Button kind="text" onClick={onBack}>
          {t('common.back')}
        </Button>
      </p>
    </div>
  );
}
