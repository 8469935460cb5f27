import type { CallResponse } from '@foyer/contract/call';
import { pollsByScene } from '@foyer/contract/apps/app-calls';
import { finishAppLink, startAppLink } from '@foyer/contract/flows/link-identity';
import { mask } from '@foyer/contract/rules/account-rules';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import { createScanSessions, findLinkConflict, subjectsOf } from '../../parts/qr-scan/scan-session.ts';
import { callbackOf } from '../../parts/qr-scan/callback-urls.ts';
import { linkIdentities } from '../../parts/sign-in/complete-sign-in.ts';
import type { ScanProvider } from '../../providers/scan-provider.ts';
import type { Scan } from '../../store/sign-in/scans.ts';

type StartResponse = CallResponse<typeof startAppLink>;
type FinishResponse = CallResponse<typeof finishAppLink>;

/** A signed-in person links an app: the scan belongs to the session that shows the QR code, and signs no one in. */
export function linkAppRoutes(server: FastifyInstance, services: Services) {
  const { config, scanApps, callRateLimit, qrRateLimit, log } = services;
  const scanSessions = createScanSessions(services);

  handleCall(server, services, startAppLink, async (request, context, { account, session }): Promise<StartResponse> => {
    const { app: name, fingerprint, replaces, inApp } = request;
    const provider: ScanProvider | undefined = scanApps[name];
    if (!provider) return { is: 'notFound' };
    const retryAfter = await qrRateLimit(context.clientIp);
    if (retryAfter !== undefined) return { is: 'tooManyRequests', data: { retryAfter } };
    // The phone names the account, so that a person who scans another one's QR code notices.
    const link = { session: session.id, account: mask(account.mobile ?? account.email ?? '') };
    const opened = await scanSessions.open({ app: name, fingerprint, replaces, redirectUrl: undefined, link }, context);
    const { loginId, scene, sceneId } = opened;
    const target = { state: scene, redirectUri: callbackOf(config, name) };
    if (inApp) return { is: 'done', data: { kind: 'page', url: provider.authorizeUrl(target), loginId } };
    const qrCode = await provider.requestQr(target);
    if (qrCode.is === 'ok') {
      const { kind, url } = qrCode;
      return { is: 'done', data: { kind, url, loginId, ...(pollsByScene(name) && { sceneId }) } };
    }
    log.error({ event: 'scanAppUnavailable', id: context.requestId, app: name, why: qrCode.why });
    return { is: 'providerError' };
  });

  handleCall(
    server,
    services,
    finishAppLink,
    async ({ loginId }, context, { account: { ouid }, change }): Promise<FinishResponse> => {
      const status = await scanSessions.poll({ app: 'link', loginId }, context.browserId, context.clientIp);
      switch (status.is) {
        case 'tooOften':
          return { is: 'tooManyRequests', data: { retryAfter: status.retryAfter } };
        case 'pending':
          return { is: 'pending', data: { scanned: status.scanned } };
        case 'expired':
          return { is: 'authorisationExpired' };
        case 'declined':
          return { is: 'scanDeclined' };
        case 'failed':
          return { is: 'providerError' };
        case 'confirmed': {
          const { scan } = status;
          // Of several concurrent polls, one links.
          const response = await change<FinishResponse>(async (tx, { account, session }) => {
            const used = await tx.stores.scans.use(scan, session.id);
            if (!used) return { is: 'authorisationExpired' };
            if (used.otherCountry) return { is: 'scanFromOtherCountry' };
            const conflict = await findLinkConflict(tx, ouid, used);
            if (conflict === 'boundElsewhere') return { is: conflict, data: { app: used.app, signedIn: true } };
            if (conflict || (await isNumberOfAnother(tx, used, ouid))) return { is: 'identityTaken' };
            const proven = { account, method: used.app, factors: session.factors, link: subjectsOf(used) };
            if (!(await linkIdentities(tx, proven, context))) return { is: 'identityTaken' };
            return { is: 'done', data: { app: used.app } };
          });
          log.info({ event: 'appLink', id: context.requestId, app: scan.app, result: response.is, account: ouid });
          return response;
        }
      }
    },
    { rateLimit: callRateLimit },
  );
}

/** An app whose own page asks cannot name the account there: its number tells a person who was tricked into scanning. */
async function isNumberOfAnother({ stores }: Services, { mobile }: Scan, ouid: string) {
  if (mobile === null) return false;
  const owner = await stores.accounts.find({ kind: 'mobile', value: mobile });
  return owner !== undefined && owner.ouid !== ouid;
}
