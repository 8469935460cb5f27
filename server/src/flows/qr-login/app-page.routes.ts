import type { Answer } from '@foyer/contract/call';
import { requestAppPage } from '@foyer/contract/flows/qr-login';
import type { FastifyInstance } from 'fastify';
import type { House } from '../../services.ts';
import { createScanDesk } from '../../parts/qr-scan/scan-session.ts';
import { answer } from '../../http/route.ts';
import { callbackOf } from './callback-urls.ts';

/** Inside an app there is nothing to scan with: the app's own page says who it is, and brings the browser back. */
export function appPageRoutes(app: FastifyInstance, house: House) {
  const { config, scanApps, qrLimit } = house;
  const desk = createScanDesk(house);

  answer(
    app,
    config,
    requestAppPage,
    async ({ app: name, ...ask }, visitor): Promise<Answer<typeof requestAppPage>> => {
      const provider = scanApps[name];
      if (!provider) return { is: 'notFound' };
      const retryAfter = await qrLimit(visitor.address);
      if (retryAfter !== undefined) return { is: 'tooMany', data: { retryAfter } };
      const { redirectUrl, fingerprint } = ask;
      const { scene } = await desk.open({ app: name, replaces: undefined, redirectUrl, fingerprint }, visitor);
      return {
        is: 'done',
        data: { url: provider.ownPageUrl({ state: scene, redirectUri: callbackOf(config, name) }) },
      };
    },
  );
}
