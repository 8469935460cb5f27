import { useEffect, useState } from 'react';
import { isTab, type Tab, tabKey } from '@foyer/contract/page-params';
import { days } from '@foyer/contract/time';
import { CodeLogin } from '../flows/code-login/code-login.screen.tsx';
import type { Outcome } from '../flows/outcome.ts';
import { PasswordLogin } from '../flows/password-login/password-login.screen.tsx';
import { type Place, after } from '../journey/journey.ts';
import { writeCookie } from '../platform/cookies.ts';
import { leave, wayOut } from '../platform/leave.ts';
import { recall, remember } from '../platform/storage.ts';
import { useTexts } from '../platform/texts.ts';
import { useVisit } from '../platform/visit.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Tabs } from '../ui/tabs.tsx';

/** The tabs, and what follows when one of them has let a person in. */
export function LoginForm() {
  const say = useTexts();
  const visit = useVisit();
  const [tab, setTab] = useTab();
  const [account] = useState({ typed: '' });
  const [place, setPlace] = useState<Place>({ at: 'entry' });

  function end(outcome: Outcome) {
    const next = after(outcome);
    setPlace(next);
    if (next.at === 'leaving') leave(wayOut(visit, next.url));
  }

  if (place.at !== 'entry' && place.at !== 'leaving') {
    return (
      <>
        <Notice>{say(`login.nextStep.${place.at}`)}</Notice>
        <Button kind="main" onClick={() => setPlace({ at: 'entry' })}>
          {say('login.otherAccount')}
        </Button>
      </>
    );
  }
  return (
    <Tabs
      label={say('login.tabs')}
      tabs={[
        { name: 'user', label: say('login.tab.password') },
        { name: 'authCode', label: say('login.tab.code') },
      ]}
      selected={tab}
      onSelect={setTab}
    >
      {tab === 'user' ? (
        <PasswordLogin account={account} onEnd={end} />
      ) : (
        <CodeLogin onPassword={() => setTab('user')} />
      )}
    </Tabs>
  );
}

/** The address chooses the tab, then what was used last. A cookie tells the service, so that the first paint is right. */
function useTab() {
  const { variant, params } = useVisit();
  const [tab, setTab] = useState<Tab>(variant.tab);

  useEffect(() => {
    const last = recall(tabKey);
    if (!params.tab && isTab(last)) setTab(last);
  }, [params.tab]);

  return [
    tab,
    (chosen: Tab) => {
      setTab(chosen);
      remember(tabKey, chosen);
      writeCookie(tabKey, chosen, days(365));
    },
  ] as const;
}
