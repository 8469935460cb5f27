import { requestWorkChat } from '@foyer/contract/flows/work-chat';
import type { FastifyInstance } from 'fastify';
import type { House } from '../../services.ts';
import { type Verdict, createCompanyDoor } from '../../parts/sso/sso-callback.ts';
import { targetOf } from '../../parts/sign-in/resolve-redirect.ts';
import { answer } from '../../http/route.ts';
import { visitorOf } from '../../http/request-context.ts';
import type { WecomTold } from '../../providers/wecom/wecom.ts';
import { companySignInStore } from '../../store/sso-requests.ts';

const callbackPath = '/login/oauth/callback/WE_WORK_SCAN_LOGIN';

/** WeCom: its own page to scan on, or where one is inside it to say who one is; and from there the same way back as from any company. */
export function workChatRoutes(app: FastifyInstance, house: House) {
  const { config, database, clock, chance, wecom } = house;
  if (!wecom) return;
  const rounds = companySignInStore(database.sql, clock);
  const comeBack = createCompanyDoor(house);
  const redirectUri = `${config.publicUrl}${config.page.apiBase}${callbackPath}`;

  answer(app, config, requestWorkChat, async ({ redirectUrl }, visitor) => {
    // Inside WeCom it takes letters and digits alone.
    const state = Buffer.from(chance.token(), 'base64url').toString('hex');
    await rounds.start(state, {
      company: null,
      way: 'wecom',
      browser: visitor.nameBrowser(),
      nonce: '',
      verifier: '',
      agreed: false,
      target: targetOf(config, visitor, [redirectUrl]),
    });
    const isInside = visitor.chatApp === 'wecom';
    const url = isInside
      ? wecom.ownPageUrl({ state, redirectUri })
      : wecom.pageUrl({ state, redirectUri, language: visitor.language });
    return { is: 'done', data: { url } };
  });

  app.get<{ Querystring: Record<string, unknown> }>(callbackPath, async (request, reply) => {
    const { state, code } = request.query;
    const { browser } = visitorOf(request, reply, config);
    const expected = { state: typeof state === 'string' ? state : '', way: 'wecom', company: null } as const;
    const place = await comeBack(expected, browser, request.id, async () =>
      // Whoever declines comes back without a code.
      typeof code === 'string' && code.length <= longestCode ? verdictOf(await wecom.identify(code)) : noCode,
    );
    return reply.redirect(place, 303);
  });
}

const longestCode = 512;
const noCode: Verdict = { is: 'turnedAway', refusal: 'ssoFailed', why: 'no code' };

function verdictOf(told: WecomTold): Verdict {
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
