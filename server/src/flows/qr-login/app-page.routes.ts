import type { CallResponse } from '@foyer/contract/call';
import { requestAppPage } from '@foyer/contract/flows/qr-login';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { createScanSessions } from '../../parts/qr-scan/scan-session.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import type { ScanProvider } from '../../providers/scan-provider.ts';
import { callbackOf } from '../../parts/qr-scan/callback-urls.ts';

type Response = CallResponse<typeof requestAppPage>;

/** Inside an app nothing is scanned: the app's own page identifies the person and sends the browser back. */
export function appPageRoutes(server: FastifyInstance, services: Services) {
  const { config, scanApps, qrRateLimit } = services;
  const scanSessions = createScanSessions(services);

  handleCall(server, services, requestAppPage, async ({ app: name, ...request }, context): Promise<Response> => {
    const provider: ScanProvider | undefined = scanApps[name];
    if (!provider) return { is: 'notFound' };
    const retryAfter = await qrRateLimit(context.clientIp);
    if (retryAfter !== undefined) return { is: 'tooManyRequests', data: { retryAfter } };
    const { redirectUrl, fingerprint } = request;
    const { scene } = await scanSessions.open({ app: name, replaces: undefined, redirectUrl, fingerprint }, context);
    const url = provider.authorizeUrl({ state: scene, redirectUri: callbackOf(config, name) });
    return { is: 'done', data: { url } };
  });
}
