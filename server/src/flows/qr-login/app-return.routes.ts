import type { ScanApp } from '@foyer/contract/pages/page-config';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { handle } from '@foyer/contract/flows/sign-in';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Services } from '../../services.ts';
import { createScanSessions } from '../../parts/qr-scan/scan-session.ts';
import { requestContext } from '../../http/request-context.ts';
import type { ScanPerson, ProviderResult } from '../../providers/provider-result.ts';
import type { ReturnResult } from '../../store/sign-in/scans.ts';
import { callbackPaths } from './callback-urls.ts';

/** An app may leave a parameter empty that has no value. */
const parameter = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(512),
    v.transform((text) => (text === '' ? undefined : text)),
  ),
);
/** Each app has its own parameter for the code; DingTalk's client and its page differ too. */
const query = v.object({ state: handle, authCode: parameter, auth_code: parameter, code: parameter, error: parameter });

/** The browser returns from the app's own page, where the person confirmed. */
export function appReturnRoutes(app: FastifyInstance, services: Services) {
  const { wechat, alipay, dingtalk } = services.scanApps;
  if (wechat) handleReturn(app, services, 'wechat', wechat.identifyByCode, wechat.readState);
  if (alipay) handleReturn(app, services, 'alipay', alipay.identify);
  if (dingtalk) handleReturn(app, services, 'dingtalk', dingtalk.identify);
}

type Identify = (code: string) => Promise<ProviderResult<{ person: ScanPerson }>>;
type LogResult = (result: string, why?: string) => void;

function handleReturn(
  app: FastifyInstance,
  services: Services,
  name: ScanApp,
  identify: Identify,
  readState = (state: string) => state,
) {
  const { config, log } = services;
  const scanSessions = createScanSessions(services);

  app.get(callbackPaths[name], async (request, reply) => {
    const { browserId } = requestContext(request, reply, config);
    const logResult: LogResult = (result, why) => log.info({ event: 'scan', id: request.id, app: name, result, why });
    const redirectToLogin = (params: Record<string, string> = {}) => {
      const search = new URLSearchParams(params).toString();
      return reply.redirect(`${pageRoutes.login}${search && `?${search}`}`, 302);
    };

    const read = v.safeParse(query, request.query);
    const { state, error, authCode, auth_code: alipayCode, code: plainCode } = read.success ? read.output : {};
    const code = error === undefined ? (authCode ?? alipayCode ?? plainCode) : undefined;
    // The state of another browser is ignored: a person must not be signed in to a session that an attacker started.
    const completed =
      state === undefined
        ? undefined
        : await scanSessions.completeReturn(name, readState(state), browserId, () => askApp(code, logResult));
    if (!completed) {
      logResult('expired');
      return redirectToLogin();
    }
    const { preLoginId, scan } = completed;
    return redirectToLogin({ preLoginId, ...(scan.redirectUrl && { redirectUrl: scan.redirectUrl }) });
  });

  async function askApp(code: string | undefined, logResult: LogResult): Promise<ReturnResult> {
    if (code === undefined) {
      logResult('declined');
      return { is: 'declined' };
    }
    const result = await identify(code);
    if (result.is === 'ok') {
      logResult('confirmed');
      return { is: 'confirmed', person: result.person };
    }
    logResult(result.is, result.why);
    return { is: 'failed' };
  }
}
