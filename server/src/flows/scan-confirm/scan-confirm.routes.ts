import { answerScan, getScanOffer, openAlipayScan } from '@foyer/contract/flows/scan-confirm';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { createScanSessions } from '../../parts/qr-scan/scan-session.ts';
import { handleCall } from '../../http/route.ts';
import { identityStore } from '../../store/identities.ts';
import { verifiedMobileStore } from '../../store/verified-mobiles.ts';

/** The phone's side of a scan: what it shows, and what the person says to it. */
export function scanConfirmRoutes(app: FastifyInstance, services: Services) {
  const { config, database, clock, scanApps, log } = services;
  const desk = createScanSessions(services);
  const identities = identityStore(database.sql);
  const vouchedNumbers = verifiedMobileStore(database.sql, clock);

  handleCall(app, config, openAlipayScan, async ({ s, authCode }, phone) => {
    const told = await scanApps.alipay?.identify(authCode);
    const tell = (result: string, why?: string) =>
      log.info({ event: 'scan', id: phone.requestId, app: 'alipay', result, ...(why && { why }) });
    if (!told) return { is: 'notFound' };
    if (told.is !== 'ok') {
      tell(told.is, told.why);
      return told.is === 'refused' ? { is: 'authorisationExpired' } : { is: 'providerError' };
    }
    const scanned = await desk.scanned('alipay', s, told.person);
    const shown = scanned && (await desk.offer(scanned.ticket, phone));
    tell(shown ? 'scanned' : 'over');
    if (!shown) return { is: 'authorisationExpired' };
    const needsPhone = (await identities.find(told.person.subjects)) === undefined;
    return { is: 'done', data: { ticket: scanned.ticket, needsPhone, offer: shown.offer } };
  });

  handleCall(app, config, getScanOffer, async ({ ticket }, phone) => {
    const shown = await desk.offer(ticket, phone);
    return shown ? { is: 'done', data: shown.offer } : { is: 'authorisationExpired' };
  });

  handleCall(app, config, answerScan, async ({ ticket, confirmed, phone: payload }, phone) => {
    const shown = await desk.offer(ticket, phone);
    if (!shown) return { is: 'authorisationExpired' };
    const { scan } = shown;
    const tell = (result: string, why?: string) =>
      log.info({ event: 'scanAnswer', id: phone.requestId, app: scan.app, result, ...(why && { why }) });

    const brings = confirmed && scan.app === 'alipay' && payload !== undefined;
    const read = brings ? scanApps.alipay?.readPhone(payload) : undefined;
    if (read?.is === 'refused') {
      tell('phoneRefused', read.why);
      return { is: 'providerError' };
    }
    // Somebody else's number is no number: they go on as one whose app has told none.
    const isTheirs = read?.is === 'mobile' && (await vouchedNumbers.isTheirs(read.seal, scan.subjects));
    const mobile = isTheirs ? read.mobile : undefined;
    const outsideMainland = read?.is === 'notMainland';
    const answered = await desk.answer(scan, ticket, phone, { confirmed, mobile, outsideMainland });
    const doubt = read?.is === 'mobile' && !isTheirs ? 'phoneOfAnother' : undefined;
    tell(answered ? (confirmed ? 'confirmed' : 'declined') : 'over', doubt);
    return answered ? { is: 'done', data: null } : { is: 'authorisationExpired' };
  });
}
