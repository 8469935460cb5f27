import { tabKey } from '@foyer/contract/pages/page-params';
import { sharedComputerCookie, sharedComputerValue } from '@foyer/contract/pages/shared-computer';
import { writeCookie } from './cookies.ts';
import { lastAppKey, removeLocal } from './storage.ts';

/** The person who signs in has said that others use this computer. */
export const isSharedComputer = () =>
  document.cookie.split('; ').includes(`${sharedComputerCookie}=${sharedComputerValue}`);

export const unmarkSharedComputer = () => writeCookie(sharedComputerCookie, '', 0);

/** The sign-in is complete: how the person has signed in is not kept, and the next sign-in starts without the choice. */
export function endSharedSignIn() {
  if (!isSharedComputer()) return;
  unmarkSharedComputer();
  writeCookie(tabKey, '', 0);
  for (const key of [tabKey, lastAppKey]) removeLocal(key);
}
