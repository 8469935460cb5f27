import type { CallResponse } from '@foyer/contract/call';
import { requestAppPage } from '@foyer/contract/flows/qr-login';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { createScanSessions } from '../../parts/qr-scan/scan-session.ts';
import { handleCall } from '../../http/route.ts';
import { callbackOf } from './callback-urls.ts';

/** Inside an app there is nothing to scan with: the app's own page says who it is, and brings the browser back. */
export function appPageRoutes(app: FastifyInstance, services: Services) {
  const { config, scanApps, qrRateLimit } = services;
  const desk = createScanSessions(services);

  handleCall(
    app,
    config,
    requestAppPage,
    async ({ app: name, ...ask }, context): Promise<CallResponse<typeof requestAppPage>> => {
      const provider = scanApps[name];
      if (!provider) return { is: 'notFound' };
      const retryAfter = await qrRateLimit(context.clientIp);
      if (retryAfter !== undefined) return { is: 'tooManyRequests', data: { retryAfter } };
      const { redirectUrl, fingerprint } = ask;
      const { scene } = await desk.open({ app: name, replaces: undefined, redirectUrl, fingerprint }, context);
      return {
        is: 'done',
        data: { url: provider.ownPageUrl({ state: scene, redirectUri: callbackOf(config, name) }) },
      };
    },
  );
}
