import { openAlipayScan } from '@foyer/contract/apps/alipay-calls';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { createScanSessions } from '../../parts/qr-scan/scan-session.ts';
import { handleCall } from '../../parts/access/handle-call.ts';

/** The mini-program reports who opened it from a QR code. */
export function alipayScanRoutes(server: FastifyInstance, services: Services) {
  const { scanApps, log, stores } = services;
  const scanSessions = createScanSessions(services);

  handleCall(server, services, openAlipayScan, async ({ s: scene, authCode }, phone) => {
    const logResult = (result: string, why?: string) =>
      log.info({ event: 'scan', id: phone.requestId, app: 'alipay', result, why });
    const identified = await scanApps.alipay?.identify(authCode);
    if (!identified) return { is: 'notFound' };
    if (identified.is !== 'ok') {
      logResult(identified.is, identified.why);
      return identified.is === 'refused' ? { is: 'authorisationExpired' } : { is: 'providerError' };
    }
    const scanned = await scanSessions.scanned('alipay', scene, identified.person);
    const found = scanned && (await scanSessions.findOffer(scanned.ticket, phone));
    logResult(found ? 'scanned' : 'expired');
    if (!found) return { is: 'authorisationExpired' };
    // No number is bound where the app is linked to the account of a session.
    const isUnlinked = (await stores.identities.find(identified.person.subjects)) === undefined;
    const needsPhone = isUnlinked && scanned.scan.linkSession === null;
    return { is: 'done', data: { ticket: scanned.ticket, needsPhone, offer: found.offer } };
  });
}
