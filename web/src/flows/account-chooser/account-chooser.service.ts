import type { RememberedAccount } from '@foyer/contract/pages/remembered-account';
import { forgetAccount } from '@foyer/contract/flows/account-chooser';
import { findCompany } from '@foyer/contract/flows/sso-domain';
import { requestWecomScan } from '@foyer/contract/flows/work-chat';
import { navigateToProvider, redirectToKeep } from '../../platform/navigation/navigate.ts';
import type { PageContext } from '../../platform/page-context.ts';

export const forget = ({ api }: PageContext, { handle }: RememberedAccount) => api(forgetAccount, { id: handle });

/** Opens the page of the company, or of WeCom, at which the person signed in last. False when that is not possible. */
export async function openProvider(page: PageContext, { method, company }: RememberedAccount): Promise<boolean> {
  const redirectUrl = redirectToKeep(page);
  const redirect = redirectUrl ? { redirectUrl } : {};
  if (method === 'wecom') {
    const reply = await page.api(requestWecomScan, redirect);
    if (reply.is !== 'done') return false;
    navigateToProvider(reply.data.url, redirectUrl, 'wecom');
    return true;
  }
  if (company === undefined) return false;
  // If the agreement has changed since the last sign-in, the person is asked after the return.
  const reply = await page.api(findCompany, { domain: company, agreed: false, ...redirect });
  if (reply.is !== 'done' || !reply.data.ifExistDomain || !reply.data.targetUrl) return false;
  navigateToProvider(reply.data.targetUrl, redirectUrl);
  return true;
}
