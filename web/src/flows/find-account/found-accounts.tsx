import { findAccounts } from '@foyer/contract/flows/find-account';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { shortTime } from '../../platform/i18n/short-time.ts';
import { useTexts } from '../../platform/i18n/texts.ts';
import { sayTrouble } from '../../platform/i18n/failure.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { useVisit } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Steps } from '../../ui/steps.tsx';
import css from './find-account.module.css';
import { type FoundState, foundAccounts } from './found-accounts.machine.ts';

/** The accounts of the person that the code has proven, masked, and when each was last used. */
export function FoundAccounts({ serviceId, onStartOver }: { serviceId: string; onStartOver(): void }) {
  const say = useTexts();
  const { api } = useVisit();
  const [state, send] = useMachine(() => foundAccounts((signal) => api(findAccounts, { serviceId }, { signal })));
  return <Steps at={state.at}>{shown()}</Steps>;

  function shown() {
    switch (state.at) {
      case 'asking':
        return (
          <p role="status" tabIndex={-1}>
            {say('common.loading')}
          </p>
        );
      case 'failed':
      case 'proofGone':
        return (
          <>
            <Notice>{sayTrouble(say, state.trouble)}</Notice>
            <Button onClick={() => (state.at === 'failed' ? send({ is: 'retry' }) : onStartOver())}>
              {say('common.retry')}
            </Button>
          </>
        );
      case 'shown':
        return <AccountList accounts={state.accounts} onBack={onStartOver} />;
    }
  }
}

function AccountList({ accounts, onBack }: Pick<FoundState & { at: 'shown' }, 'accounts'> & { onBack(): void }) {
  const say = useTexts();
  const { language } = useVisit();
  return (
    <div role="status">
      <p tabIndex={-1} className={css.about}>
        {say(accounts.length ? 'findAccount.found' : 'findAccount.none')}
      </p>
      <ul>
        {accounts.map(({ mobile, email, lastUsedAt }) => (
          <li key={`${mobile} ${email}`} className={css.account}>
            <span>{[mobile, email].filter(Boolean).join(' · ')}</span>
            <span className={css.used}>
              {lastUsedAt
                ? say('findAccount.lastUsed', { time: shortTime(lastUsedAt, language) })
                : say('findAccount.neverUsed')}
            </span>
          </li>
        ))}
      </ul>
      <p className={css.ways}>
        <a href={pageRoutes.retrieve}>{say('login.forgotPassword')}</a>
        <Button kind="text" onClick={onBack}>
          {say('common.back')}
        </Button>
      </p>
    </div>
  );
}
