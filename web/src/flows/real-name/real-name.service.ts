import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { requestIdentityUrl, showsResultPage } from '@foyer/contract/flows/real-name';
import { allowedLink } from '@foyer/contract/rules/redirect-rules';
import { finishSignIn, reachable, resolveRedirect } from '../../platform/navigation/navigate.ts';
import type { PageContext } from '../../platform/page-context.ts';

/** Where someone who is signed in proves who they are; without such a place, the home page tells them what to do. */
export async function goAndProve(
  visit: PageContext,
  { accountId, url }: { accountId: string; url: string | undefined },
) {
  const redirectUrl = resolveRedirect(visit, url);
  const reply = await visit.api(requestIdentityUrl, {
    accountId,
    dataCollect: { clientType: 'WEB', bizSource: 'saas_proactive_create' },
    contextInfo: { showResultPage: showsResultPage(redirectUrl), redirectUrl },
  });
  const address = reply.is === 'done' ? allowedLink(reply.data.url, location.origin) : undefined;
  finishSignIn(visit, address ?? reachable(`${location.origin}${pageRoutes.home}?scene=realname`));
}
