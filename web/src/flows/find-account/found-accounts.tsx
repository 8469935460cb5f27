import { findAccounts } from '@foyer/contract/find-account';
import { pageRoutes } from '@foyer/contract/page-routes';
import { shortTime } from '../../platform/short-time.ts';
import { useTexts } from '../../platform/texts.ts';
import { sayTrouble } from '../../platform/trouble.ts';
import { useMachine } from '../../platform/use-machine.ts';
import { useVisit } from '../../platform/visit.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import css from './find-account.module.css';
import { foundAccounts } from './found-accounts.machine.ts';

/** The accounts of the person that the code has proven, masked, and when each was last used. */
export function FoundAccounts({ serviceId, onStartOver }: { serviceId: string; onStartOver(): void }) {
  const say = useTexts();
  const { api, language } = useVisit();
  const [state] = useMachine(() => foundAccounts((signal) => api(findAccounts, { serviceId }, { signal })));

  if (state.at === 'asking') return <p role="status">{say('common.loading')}</p>;
  if (state.at === 'failed') {
    return (
      <>
        <Notice>{sayTrouble(say, state.trouble)}</Notice>
        <Button onClick={onStartOver}>{say('common.retry')}</Button>
      </>
    );
  }
  return (
    <div role="status">
      <p className={css.about}>{say(state.accounts.length ? 'findAccount.found' : 'findAccount.none')}</p>
      <ul>
        {state.accounts.map(({ mobile, email, lastUsedAt }) => (
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
      </p>
    </div>
  );
}
