import { type DrawnApp, pollScanOf, pollsByScene } from '@foyer/contract/apps/app-calls';
import { appOfThirdparty } from '@foyer/contract/apps/scan-apps';
import { mask } from '@foyer/contract/rules/account-rules';
import type { CallResponse } from '@foyer/contract/call';
import { bindMobile, oneClick } from '@foyer/contract/limits';
import { pollReturnedScan, requestQr } from '@foyer/contract/flows/qr-login';
import type { FastifyInstance } from 'fastify';
import { type Services, inTransaction } from '../../services.ts';
import { completeSignIn } from '../../parts/sign-in/complete-sign-in.ts';
import { secondFactorsOf } from '../../parts/sign-in/second-factors.ts';
import { recordSignIn } from '../../parts/sign-in/record-sign-in.ts';
import { type ScanPoll, createScanSessions, subjectsOf } from '../../parts/qr-scan/scan-session.ts';
import { resolveRedirect } from '../../parts/sign-in/resolve-redirect.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import type { RequestContext } from '../../http/requests/request-context.ts';
import type { Scan } from '../../store/sign-in/scans.ts';
import type { ScanProvider } from '../../providers/scan-provider.ts';
import { callbackOf } from '../../parts/qr-scan/callback-urls.ts';

type QrResponse = CallResponse<typeof requestQr>;
type MainlandOnly = { is: 'mainlandMobileOnly' };
type PollScan = (typeof pollScanOf)[DrawnApp];
type PollResponse = CallResponse<typeof pollReturnedScan>;

export function qrLoginRoutes(server: FastifyInstance, services: Services) {
  const { config, scanApps, callRateLimit, qrRateLimit, log, stores } = services;
  const { accounts, identities, scans } = stores;
  const scanSessions = createScanSessions(services);

  handleCall(server, services, requestQr, async ({ thirdparty, ...request }, context): Promise<QrResponse> => {
    const name = appOfThirdparty(thirdparty);
    const provider: ScanProvider | undefined = scanApps[name];
    if (!provider) return { is: 'notFound' };
    const retryAfter = await qrRateLimit(context.clientIp);
    if (retryAfter !== undefined) return { is: 'tooManyRequests', data: { retryAfter } };
    const { replaces, redirectUrl, fingerprint } = request;
    const { loginId, scene, sceneId } = await scanSessions.open(
      { app: name, replaces, redirectUrl, fingerprint },
      context,
    );

    const qrCode = await provider.requestQr({ state: scene, redirectUri: callbackOf(config, name) });
    if (qrCode.is === 'ok') {
      const { kind, url } = qrCode;
      return { is: 'done', data: { kind, url, loginId, ...(pollsByScene(name) && { sceneId }) } };
    }
    log.error({ event: 'scanAppUnavailable', id: context.requestId, app: name, why: qrCode.why });
    return { is: 'providerError' };
  });

  // The handler counts the call, in the same Redis request that reads the scan.
  const options = { rateLimit: callRateLimit };
  for (const [name, call] of Object.entries(pollScanOf) as [DrawnApp, PollScan][])
    handleCall(
      server,
      services,
      call,
      // The call of an app that reports no number lacks `mainlandMobileOnly`, and needs none.
      (request, context) =>
        poll({ app: name, ...request }, context, continueUnlessForeignNumber) as Promise<CallResponse<PollScan>>,
      options,
    );
  handleCall(
    server,
    services,
    pollReturnedScan,
    ({ preLoginId: loginId }, context) => poll({ app: 'returned', loginId }, context, continueUnlinked),
    options,
  );

  /** `continueWithoutAccount` is called for a person whose app is not linked to an account. */
  async function poll<Unlinked extends { is: string }>(
    request: ScanPoll,
    context: RequestContext,
    continueWithoutAccount: (scan: Scan, loginId: string) => Promise<Unlinked>,
  ): Promise<PollResponse | Unlinked> {
    const status = await scanSessions.poll(request, context.browserId, context.clientIp);
    const record = <Response extends { is: string }>(method: string, response: Response, account?: string) =>
      recordSignIn(services, context, response, { method, account });
    switch (status.is) {
      case 'tooOften':
        return { is: 'tooManyRequests', data: { retryAfter: status.retryAfter } };
      case 'pending':
        return { is: 'pending', data: { scanned: status.scanned, ...(status.name && { name: status.name }) } };
      case 'expired':
        return record(request.app, { is: 'authorisationExpired' });
      case 'declined':
        return record(status.app, { is: 'scanDeclined' });
      case 'failed':
        return record(status.app, { is: 'providerError' });
      case 'confirmed': {
        const { scan } = status;
        const link = await identities.find(scan.subjects ?? []);
        const account = link && (await accounts.findByOuid(link.account));
        if (!account) return record(scan.app, await continueWithoutAccount(scan, request.loginId));
        context.setLoggedAccount(account.ouid);
        return record(scan.app, await signIn(scan, account.ouid, link.isComplete, context), account.ouid);
      }
    }
  }

  /** Of several concurrent polls, one signs in. */
  async function signIn(scan: Scan, ouid: string, isLinkComplete: boolean, context: RequestContext) {
    return inTransaction<PollResponse>(services, async (tx) => {
      const used = await tx.stores.scans.use(scan);
      if (!used) return { is: 'authorisationExpired' };
      // The owner may have unlinked the app, or switched the second factor on, since the account was read.
      await tx.stores.accounts.lockRow(ouid);
      const account = await tx.stores.accounts.findByOuid(ouid);
      const linked = await tx.stores.identities.find(subjectsOf(used));
      if (!account || linked?.account !== ouid) return { is: 'authorisationExpired' };
      if (used.otherCountry && (await secondFactorsOf(tx, account, [])).length === 0)
        return { is: 'scanFromOtherCountry' };
      const { app: method, otherCountry: requireSecondFactor } = used;
      const redirectUrl = resolveRedirect(config, context, used.redirectUrl);
      const link = isLinkComplete ? undefined : subjectsOf(used);
      const proven = { account, method, factors: [method], redirectUrl, requireSecondFactor, link };
      const result = await completeSignIn(tx, proven, context);
      return result.is === 'boundElsewhere' ? { is: 'authorisationExpired' } : result;
    });
  }

  /** An unlinked person signs in by one click if the app vouches for a number with an account, else binds a number. */
  async function continueUnlinked(scan: Scan, loginId: string): Promise<PollResponse> {
    const provider: ScanProvider | undefined = scanApps[scan.app];
    const mobile = provider?.verifiesMobiles ? scan.mobile : null;
    const owner = mobile === null ? undefined : await accounts.find({ kind: 'mobile', value: mobile });
    const hasOtherPerson =
      owner !== undefined && (await identities.hasOther(owner.ouid, scan.app, scan.subjects ?? []));
    const contextId = scanSessions.contextIdFor(loginId);
    const context =
      owner && !hasOtherPerson
        ? await scans.createContext(scan, contextId, 'oneClick', oneClick.lifetime)
        : await scans.createContext(scan, contextId, 'bind', bindMobile.lifetime);
    if (!context) return { is: 'authorisationExpired' };
    // A number whose account is linked to another identity of this app would be refused, so it is not suggested.
    const principal = mobile === null || hasOtherPerson ? {} : { principal: mask(mobile) };
    return {
      is: context.contextFor === 'oneClick' ? 'mobileAlreadyBound' : 'needsMobile',
      data: { userInfoContextId: contextId, ...principal, app: scan.app },
    };
  }

  /** Refuses a number from outside the mainland, because the person could not bind it either. */
  async function continueUnlessForeignNumber(scan: Scan, loginId: string): Promise<PollResponse | MainlandOnly> {
    const response = await continueUnlinked(scan, loginId);
    return response.is === 'needsMobile' && scan.outsideMainland ? { is: 'mainlandMobileOnly' } : response;
  }
}
