import type { MouseEvent, ReactNode } from 'react';
import { ownAddress } from '../platform/own-address.ts';
import { useTexts } from '../platform/texts.ts';

interface Props {
  to: string;
  /** What was typed so far: it follows to the next page. */
  account: { typed: string };
  newTab?: boolean;
  children: ReactNode;
}

/** A link that takes the typed account along, and where the person wants to go. */
export function LinkWithAccount({ to, account, newTab = false, children }: Props) {
  const say = useTexts();
  const take = ({ currentTarget }: MouseEvent<HTMLAnchorElement>) => {
    const typed = account.typed.trim();
    currentTarget.href = ownAddress(to, typed ? { localAccount: typed } : {});
  };
  const apart = newTab ? { target: '_blank', rel: 'noopener' } : {};
  return (
    <a href={to} onClick={take} onAuxClick={take} {...apart}>
      {children}
      {newTab && <span className="unseen">{say('login.newTab')}</span>}
    </a>
  );
}
