import type { SendProblem } from '../../http/pages.ts';
import { requestContext } from '../../http/requests/request-context.ts';
import { resolveRedirect } from '../../parts/sign-in/resolve-redirect.ts';
import type { Services } from '../../services.ts';

/**
 * Answers a browser whose interaction was ended by another tab, has expired, or began in another browser. A person who is
 * signed in goes on to the application, which starts another request by itself if it has said where, or to the workspace.
 * Without a session the browser may block cookies, and such redirects would never end.
 */
export const answerEndedInteraction =
  ({ config, stores }: Services, sendProblem: SendProblem): SendProblem =>
  async (request, reply, problem) => {
    const context = requestContext(request, reply, config);
    if (!(await stores.sessions.find(context.sessionToken))) return sendProblem(request, reply, problem);
    const client = new URL(request.url, config.publicUrl).searchParams.get('client_id');
    const loginUri = client === null ? undefined : (await stores.oidcClients.find(client))?.loginUri;
    if (!loginUri) return reply.redirect(resolveRedirect(config, context), 303);
    const url = new URL(loginUri);
    url.searchParams.set('iss', config.publicUrl);
    return reply.redirect(url.href, 303);
  };
