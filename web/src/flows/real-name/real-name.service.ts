import { homePath } from '@foyer/contract/pages/page-routes';
import { requestIdentityUrl, showsResultPage } from '@foyer/contract/flows/real-name';
import { allowedLink } from '@foyer/contract/rules/redirect-rules';
import { finishSignIn, orCookieHint, resolveRedirect } from '../../platform/navigation/navigate.ts';
import type { PageContext } from '../../platform/page-context.ts';

/** Opens the real-name verification, or the home page with a prompt when there is no such service. */
export async function verifyRealName(
  page: PageContext,
  { accountId, url }: { accountId: string; url: string | undefined },
) {
  const redirectUrl = resolveRedirect(page, url);
  const reply = await page.api(requestIdentityUrl, {
    accountId,
    dataCollect: { clientType: 'WEB', bizSource: 'saas_proactive_create' },
    contextInfo: { showResultPage: showsResultPage(redirectUrl), redirectUrl },
  });
  const verificationUrl = reply.is === 'done' ? allowedLink(reply.data.url, location.origin) : undefined;
  finishSignIn(page, verificationUrl ?? orCookieHint(`${location.origin}${homePath}?scene=realname`));
}
