import type { RememberedAccount } from '@foyer/contract/pages/remembered-account';

/** The account of the card from which the person came here: masked, and its handle. */
export type CardAccount = Pick<RememberedAccount, 'account' | 'kind'> & { preServiceId: string };

/** Taken from behind `#`, and removed from the address bar, so that it stays in no history. */
export function takeCardAccount(): CardAccount | undefined {
  const [, kind, preServiceId, account] = /^#(mobile|email):([\w-]+):(.+)$/.exec(location.hash) ?? [];
  if (!account || !preServiceId) return undefined;
  history.replaceState(history.state, '', location.pathname + location.search);
  return { kind: kind === 'email' ? 'email' : 'mobile', preServiceId, account: decodeURIComponent(account) };
}
