import { answerScan, getScanOffer } from '@foyer/contract/flows/scan-confirm';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { createScanSessions } from '../../parts/qr-scan/scan-session.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import type { ScanProvider } from '../../providers/scan-provider.ts';

/** The calls of the phone: it shows the offer, and the person confirms or declines it. */
export function scanConfirmRoutes(server: FastifyInstance, services: Services) {
  const { scanApps, log, stores } = services;
  const scanSessions = createScanSessions(services);

  handleCall(server, services, getScanOffer, async ({ ticket }, phone) => {
    const found = await scanSessions.findOffer(ticket, phone);
    return found ? { is: 'done', data: found.offer } : { is: 'authorisationExpired' };
  });

  handleCall(server, services, answerScan, async ({ ticket, confirmed, phone: payload }, phone) => {
    const found = await scanSessions.findOffer(ticket, phone);
    if (!found) return { is: 'authorisationExpired' };
    const { scan } = found;
    const logResult = (result: string, why?: string) =>
      log.info({ event: 'scanAnswer', id: phone.requestId, app: scan.app, result, why });

    const provider: ScanProvider | undefined = scanApps[scan.app];
    const read = confirmed && payload !== undefined ? provider?.readPhone?.(payload) : undefined;
    if (read?.is === 'refused') {
      logResult('phoneRefused', read.why);
      return { is: 'providerError' };
    }
    // A number that another person sent before is ignored: the person continues as if the app had reported none.
    const isOwn = read?.is === 'mobile' && (await stores.verifiedMobiles.claim(read.ciphertext, scan.subjects ?? []));
    const isAnswered = await scanSessions.answer(scan, ticket, phone, {
      confirmed,
      mobile: isOwn ? read.mobile : undefined,
      outsideMainland: read?.is === 'notMainland',
    });
    const why = read?.is === 'mobile' && !isOwn ? 'phoneOfAnother' : undefined;
    logResult(isAnswered ? (confirmed ? 'confirmed' : 'declined') : 'expired', why);
    return isAnswered ? { is: 'done', data: null } : { is: 'authorisationExpired' };
  });
}
