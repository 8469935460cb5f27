import type { ScanApp } from '@foyer/contract/pages/page-config';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { handle } from '@foyer/contract/flows/sign-in';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Services } from '../../services.ts';
import { createScanSessions } from '../../parts/qr-scan/scan-session.ts';
import { requestContext } from '../../http/request-context.ts';
import type { ScanPerson, ProviderResult } from '../../providers/provider-result.ts';
import type { Return } from '../../store/scans.ts';
import { callbackPaths } from './callback-urls.ts';

/** What an app gives is for the app to read; here it has an end. */
const given = v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(512)));
/** Each names the code in its own way, and DingTalk's client otherwise than its page does. */
const query = v.object({ state: handle, authCode: given, auth_code: given, code: given, error: given });

/** The browser that asked comes back from the app's own page, which was the confirmation. */
export function appReturnRoutes(app: FastifyInstance, services: Services) {
  const { wechat, alipay, dingtalk } = services.scanApps;
  if (wechat) takeBack(app, services, 'wechat', wechat.identifyByCode, wechat.readState);
  if (alipay) takeBack(app, services, 'alipay', alipay.identify);
  if (dingtalk) takeBack(app, services, 'dingtalk', dingtalk.identify);
}

type Identify = (code: string) => Promise<ProviderResult<{ person: ScanPerson }>>;

function takeBack(app: FastifyInstance, services: Services, name: ScanApp, identify: Identify, readState = same) {
  const { config, log } = services;
  const desk = createScanSessions(services);

  app.get(callbackPaths[name], async (request, reply) => {
    const context = requestContext(request, reply, config);
    const tell: Tell = (result, why) =>
      log.info({ event: 'scan', id: request.id, app: name, result, ...(why && { why }) });
    const goBack = (params: Record<string, string> = {}) => {
      const search = new URLSearchParams(params).toString();
      return reply.redirect(`${pageRoutes.login}${search && `?${search}`}`, 302);
    };

    const read = v.safeParse(query, request.query);
    const { state, error, authCode, auth_code: walletCode, code: plainCode } = read.success ? read.output : {};
    const code = authCode ?? walletCode ?? plainCode;
    // Another browser's state is as good as none: nobody is signed in to where somebody else began.
    const back = state
      ? await desk.completeReturn(name, readState(state), context.browserId, () =>
          outcomeOf(error === undefined ? code : undefined, tell),
        )
      : undefined;
    if (!back) {
      tell('over');
      return goBack();
    }
    const { preLoginId, scan } = back;
    return goBack({ preLoginId, ...(scan.target && { redirectUrl: scan.target }) });
  });

  async function outcomeOf(code: string | undefined, tell: Tell): Promise<Return> {
    const told = code === undefined ? undefined : await identify(code);
    if (!told) {
      tell('declined');
      return { is: 'declined' };
    }
    tell(told.is === 'ok' ? 'confirmed' : told.is, told.is === 'ok' ? undefined : told.why);
    return told.is === 'ok' ? { is: 'confirmed', person: told.person } : { is: 'failed' };
  }
}

const same = (state: string) => state;

type Tell = (result: string, why?: string) => void;
