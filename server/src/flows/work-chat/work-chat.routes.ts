import { requestWecomScan } from '@foyer/contract/flows/work-chat';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { type SsoCallbackResult, completeSsoRequest } from '../../parts/sso/sso-callback.ts';
import { resolveRedirect } from '../../parts/sign-in/resolve-redirect.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import { requestContext } from '../../http/requests/request-context.ts';
import type { WecomResult } from '../../providers/wecom/wecom.ts';

const callbackPath = '/login/oauth/callback/WE_WORK_SCAN_LOGIN';

/** WeCom identifies the person on its page, by QR code or inside its app; the browser then returns as from any company. */
export function workChatRoutes(server: FastifyInstance, services: Services) {
  const { config, random, wecom, stores } = services;
  if (!wecom) return;
  const redirectUri = `${config.publicUrl}${config.page.apiBase}${callbackPath}`;

  handleCall(server, services, requestWecomScan, async ({ redirectUrl }, context) => {
    // Inside its app, WeCom accepts only letters and digits.
    const state = Buffer.from(random.token(), 'base64url').toString('hex');
    await stores.ssoRequests.create(state, {
      company: null,
      protocol: 'wecom',
      browserId: context.ensureBrowserId(),
      pageKey: null,
      nonce: '',
      verifier: '',
      agreed: false,
      redirectUrl: resolveRedirect(config, context, redirectUrl),
      linkSession: null,
    });
    const isInApp = context.chatApp === 'wecom';
    const url = isInApp
      ? wecom.authorizeUrl({ state, redirectUri })
      : wecom.pageUrl({ state, redirectUri, language: context.language });
    return { is: 'done', data: { url } };
  });

  server.get<{ Querystring: Record<string, unknown> }>(callbackPath, async (request, reply) => {
    const { state, code } = request.query;
    const { browserId } = requestContext(request, reply, config);
    const lookup = { state: typeof state === 'string' ? state : '', protocol: 'wecom', company: null } as const;
    const url = await completeSsoRequest(services, lookup, browserId, request.id, async () =>
      // A person who declines returns without a code.
      typeof code === 'string' && code.length <= longestCode ? callbackResult(await wecom.identify(code)) : noCode,
    );
    return reply.redirect(url, 303);
  });
}

const longestCode = 512;
const noCode: SsoCallbackResult = { is: 'failed', refusal: 'ssoFailed', why: 'no code' };

function callbackResult(result: WecomResult): SsoCallbackResult {
  switch (result.is) {
    case 'member':
      return { is: 'signedIn', provider: result.provider, person: { subject: result.subject } };
    case 'notAMember':
      return { is: 'failed', refusal: 'notAMember', why: 'outside' };
    case 'refused':
    case 'noResponse':
      return { is: 'failed', refusal: 'ssoFailed', why: result.why };
  }
}
