import { useEffect, useState } from 'react';
import { isTab, type Tab, tabKey } from '@foyer/contract/page-params';
import { days } from '@foyer/contract/time';
import { CodeLogin } from '../flows/code-login/code-login.screen.tsx';
import { PasswordLogin } from '../flows/password-login/password-login.screen.tsx';
import { useJourney } from '../journey/use-journey.tsx';
import { writeCookie } from '../platform/cookies.ts';
import { recall, remember } from '../platform/storage.ts';
import { useTexts } from '../platform/texts.ts';
import { useVisit } from '../platform/visit.ts';
import { Tabs } from '../ui/tabs.tsx';

/** The tabs, and what follows when one of them has let a person in. */
export function LoginForm({ account }: { account: { typed: string } }) {
  const say = useTexts();
  const [tab, setTab] = useTab();
  const { end, attempt, dialogs } = useJourney();

  return (
    <>
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
          <PasswordLogin key={attempt} account={account} onEnd={end} />
        ) : (
          <CodeLogin key={attempt} account={account} onEnd={end} />
        )}
      </Tabs>
      {dialogs}
    </>
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
