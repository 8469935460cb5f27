import { tabKey } from '@foyer/contract/pages/page-params';
import { sharedComputerCookie, sharedComputerValue } from '@foyer/contract/pages/shared-computer';
import { writeCookie } from './cookies.ts';
import { removeLocal } from './storage.ts';

/** The app whose QR code was shown last. */
export const lastAppKey = 'preQrLoginWay';

/** The person who signs in has said that others use this computer. */
export const isSharedComputer = () =>
  document.cookie.split('; ').includes(`${sharedComputerCookie}=${sharedComputerValue}`);

/** Without a lifetime: it ends with the browser, or with the sign-in, which may take long at the page of a company. */
export function markSharedComputer() {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${sharedComputerCookie}=${sharedComputerValue}; Path=/; SameSite=Lax${secure}`;
}

export const unmarkSharedComputer = () => writeCookie(sharedComputerCookie, '', 0);

/** The sign-in is complete: how the person has signed in is not kept, and the next sign-in starts without the choice. */
export function endSharedSignIn() {
  if (!isSharedComputer()) return;
  unmarkSharedComputer();
  writeCookie(tabKey, '', 0);
  for (const key of [tabKey, lastAppKey]) removeLocal(key);
}
