import { answerScan, getScanOffer, openAlipayScan } from '@foyer/contract/flows/scan-confirm';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { createScanSessions } from '../../parts/qr-scan/scan-session.ts';
import { handleCall } from '../../http/route.ts';

/** The calls of the phone: it shows the offer, and the person confirms or declines it. */
export function scanConfirmRoutes(app: FastifyInstance, services: Services) {
  const { config, scanApps, log, stores } = services;
  const scanSessions = createScanSessions(services);

  handleCall(app, config, openAlipayScan, async ({ s: scene, authCode }, phone) => {
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
    const needsPhone = (await stores.identities.find(identified.person.subjects)) === undefined;
    return { is: 'done', data: { ticket: scanned.ticket, needsPhone, offer: found.offer } };
  });

  handleCall(app, config, getScanOffer, async ({ ticket }, phone) => {
    const found = await scanSessions.findOffer(ticket, phone);
    return found ? { is: 'done', data: found.offer } : { is: 'authorisationExpired' };
  });

  handleCall(app, config, answerScan, async ({ ticket, confirmed, phone: payload }, phone) => {
    const found = await scanSessions.findOffer(ticket, phone);
    if (!found) return { is: 'authorisationExpired' };
    const { scan } = found;
    const logResult = (result: string, why?: string) =>
      log.info({ event: 'scanAnswer', id: phone.requestId, app: scan.app, result, why });

    const hasPayload = confirmed && scan.app === 'alipay' && payload !== undefined;
    const read = hasPayload ? scanApps.alipay?.readPhone(payload) : undefined;
    if (read?.is === 'refused') {
      logResult('phoneRefused', read.why);
      return { is: 'providerError' };
    }
    // A number that another person sent before is ignored: the person continues as if Alipay had reported none.
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
