import { requestWecomScan } from '@foyer/contract/flows/work-chat';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { type SsoCallbackResult, createSsoCallback } from '../../parts/sso/sso-callback.ts';
import { resolveRedirect } from '../../parts/sign-in/resolve-redirect.ts';
import { handleCall } from '../../http/route.ts';
import { requestContext } from '../../http/request-context.ts';
import type { WecomResult } from '../../providers/wecom/wecom.ts';
import { ssoRequestStore } from '../../store/sso-requests.ts';

const callbackPath = '/login/oauth/callback/WE_WORK_SCAN_LOGIN';

/** WeCom: its own page to scan on, or where one is inside it to say who one is; and from there the same way back as from any company. */
export function workChatRoutes(app: FastifyInstance, services: Services) {
  const { config, database, clock, random, wecom } = services;
  if (!wecom) return;
  const rounds = ssoRequestStore(database.sql, clock);
  const comeBack = createSsoCallback(services);
  const redirectUri = `${config.publicUrl}${config.page.apiBase}${callbackPath}`;

  handleCall(app, config, requestWecomScan, async ({ redirectUrl }, context) => {
    // Inside WeCom it takes letters and digits alone.
    const state = Buffer.from(random.token(), 'base64url').toString('hex');
    await rounds.start(state, {
      company: null,
      way: 'wecom',
      browser: context.ensureBrowserId(),
      nonce: '',
      verifier: '',
      agreed: false,
      target: resolveRedirect(config, context, [redirectUrl]),
    });
    const isInside = context.chatApp === 'wecom';
    const url = isInside
      ? wecom.ownPageUrl({ state, redirectUri })
      : wecom.pageUrl({ state, redirectUri, language: context.language });
    return { is: 'done', data: { url } };
  });

  app.get<{ Querystring: Record<string, unknown> }>(callbackPath, async (request, reply) => {
    const { state, code } = request.query;
    const { browserId } = requestContext(request, reply, config);
    const expected = { state: typeof state === 'string' ? state : '', way: 'wecom', company: null } as const;
    const place = await comeBack(expected, browserId, request.id, async () =>
      // Whoever declines comes back without a code.
      typeof code === 'string' && code.length <= longestCode ? verdictOf(await wecom.identify(code)) : noCode,
    );
    return reply.redirect(place, 303);
  });
}

const longestCode = 512;
const noCode: SsoCallbackResult = { is: 'turnedAway', refusal: 'ssoFailed', why: 'no code' };

function verdictOf(told: WecomResult): SsoCallbackResult {
  switch (told.is) {
    case 'member':
      return { is: 'person', provider: told.provider, person: { subject: told.subject } };
    case 'notAMember':
      return { is: 'turnedAway', refusal: 'notAMember', why: 'outside' };
    case 'refused':
    case 'noAnswer':
      return { is: 'turnedAway', refusal: 'ssoFailed', why: told.why };
  }
}
