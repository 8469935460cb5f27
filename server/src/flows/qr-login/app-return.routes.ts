import { type ScanApp, scanApps } from '@foyer/contract/apps/scan-apps';
import { wireOf } from '@foyer/contract/apps/wire-of-apps';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { handle } from '@foyer/contract/flows/sign-in';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Services } from '../../services.ts';
import { createScanSessions } from '../../parts/qr-scan/scan-session.ts';
import { requestContext } from '../../http/requests/request-context.ts';
import type { ScanProvider } from '../../providers/scan-provider.ts';
import type { ReturnResult } from '../../store/sign-in/scans.ts';
import { callbackOf } from '../../parts/qr-scan/callback-urls.ts';

/** An app may leave a parameter empty that has no value. */
const parameter = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(512),
    v.transform((text) => (text === '' ? undefined : text)),
  ),
);
/** Each app has its own parameter for the code; one app's client and its page differ too. */
const query = v.object({ state: handle, authCode: parameter, auth_code: parameter, code: parameter, error: parameter });

/** The browser returns from an app's own page, where the person has confirmed or declined. */
export function appReturnRoutes(server: FastifyInstance, services: Services) {
  for (const name of scanApps) {
    const provider = services.scanApps[name];
    if (provider) handleReturn(server, services, name, provider);
  }
}

type LogResult = (result: string, why?: string) => void;

function handleReturn(
  server: FastifyInstance,
  services: Services,
  name: ScanApp,
  { identify, readState = (state) => state }: ScanProvider,
) {
  const { config, log } = services;
  const scanSessions = createScanSessions(services);

  server.get(wireOf[name].callbackPath, async (request, reply) => {
    const { browserId } = requestContext(request, reply, config);
    const logResult: LogResult = (result, why) => log.info({ event: 'scan', id: request.id, app: name, result, why });
    const redirectToLogin = (params: Record<string, string> = {}) => {
      const search = new URLSearchParams(params).toString();
      return reply.redirect(`${pageRoutes.login}${search && `?${search}`}`, 302);
    };

    const read = v.safeParse(query, request.query);
    const { state, error, authCode, auth_code: snakeCode, code: plainCode } = read.success ? read.output : {};
    const code = error === undefined ? (authCode ?? snakeCode ?? plainCode) : undefined;
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
    // The account page ends the link, in the session that began it.
    if (scan.linkSession !== null)
      return reply.redirect(`${pageRoutes.account}?${new URLSearchParams({ preLoginId })}#linked`, 302);
    return redirectToLogin({ preLoginId, ...(scan.redirectUrl && { redirectUrl: scan.redirectUrl }) });
  });

  async function askApp(code: string | undefined, logResult: LogResult): Promise<ReturnResult> {
    if (code === undefined) {
      logResult('declined');
      return { is: 'declined' };
    }
    const result = await identify(code, callbackOf(config, name));
    if (result.is === 'ok') {
      logResult('confirmed');
      return { is: 'confirmed', person: result.person };
    }
    logResult(result.is, result.why);
    return { is: 'failed' };
  }
}
