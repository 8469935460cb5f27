import { sharedComputerCookie, sharedComputerValue } from '@foyer/contract/pages/shared-computer';

/** Without a lifetime: it ends with the browser, or with the sign-in, which may take long at the page of a company. */
export function markSharedComputer() {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${sharedComputerCookie}=${sharedComputerValue}; Path=/; SameSite=Lax${secure}`;
}
