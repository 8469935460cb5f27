import { isDrawn } from '@foyer/contract/apps/app-calls';
import { qr } from '@foyer/contract/limits';
import type { ScanApp } from '@foyer/contract/pages/page-config';
import { allowedRedirect } from '@foyer/contract/rules/redirect-rules';
import type { ScanOffer } from '@foyer/contract/flows/scan-confirm';
import type { Services } from '../../services.ts';
import { maskName, nameIn } from '../../platform/masking.ts';
import type { RequestContext } from '../../http/requests/request-context.ts';
import { hmacSha256, sha256 } from '../../platform/sha256.ts';
import type { ScanPerson } from '../../providers/provider-result.ts';
import { createInteractionViews } from '../oidc/interaction-view.ts';
import type { NewScan, PhoneAnswer, ReturnResult, Scan } from '../../store/sign-in/scans.ts';

interface NewScanRequest {
  app: ScanApp;
  fingerprint: string;
  /** The loginId of the QR code that the new one replaces. */
  replaces: string | undefined;
  redirectUrl: string | undefined;
  link?: NewScan['link'];
}

export interface ScanPoll {
  /** `returned` when the browser has returned from any app's own page; `link` where the scan links an app, in either way. */
  app: ScanApp | 'returned' | 'link';
  loginId: string;
  /** Undefined after a return from an app's own page: then only the browser ID is compared. */
  fingerprint?: string;
  sceneId?: string;
}

/** A scan that is unknown, used, or of another browser is reported as expired. */
export type ScanStatus =
  | { is: 'expired' }
  | { is: 'declined' | 'failed'; app: ScanApp }
  /** `name`: of the person who scanned, masked, if they are known. */
  | { is: 'pending'; scanned: boolean; name?: string | undefined }
  | { is: 'tooOften'; retryAfter: number }
  | { is: 'confirmed'; scan: Scan };

/** What a poll needs while the scan is pending. */
interface CachedScan extends Pick<Scan, 'app' | 'browserId' | 'fingerprintHash' | 'sceneHash' | 'linkSession'> {
  state: 'waiting' | 'scanned';
  /** The browser has returned from the app's own page, so no phone confirms on ours. */
  returned: boolean;
  name?: string | undefined;
  until: number;
}

/** What the app reported about the person's mobile number. */
interface ReportedMobile {
  mobile?: string | undefined;
  outsideMainland?: boolean;
}

/** In the cache: the scan is no longer pending, so read it from the database. */
const changed = 'changed';

/** The scans of all apps, from the QR code to the result. */
export function createScanSessions(services: Services) {
  const { config, stores, clock, random, pollCache, callRateLimit, secrets } = services;
  const { scans } = stores;
  const views = createInteractionViews(services);
  const site = new URL(config.publicUrl).host;

  /** A handle derived from another one: the same request gets the same handle again, and no one can guess it. */
  const derive = (...parts: string[]) => hmacSha256(secrets.scans, ...parts);
  const ticketFor = (scene: string, { subjects }: ScanPerson) =>
    derive('ticket', scene, ...subjects.flatMap(({ provider, subject }) => [provider, subject]));

  const isOtherCountry = ({ country }: Scan, phone: RequestContext) =>
    country !== null && phone.country !== undefined && country !== phone.country;

  async function offerOf(scan: Scan, phone: RequestContext): Promise<ScanOffer> {
    const document = await views.document(scan);
    return {
      app: scan.app,
      site,
      device: scan.device,
      address: scan.maskedIp,
      at: scan.createdAt.getTime(),
      elsewhere: isOtherCountry(scan, phone),
      ...(scan.linkAccount !== null && { account: scan.linkAccount }),
      ...(document && { document }),
    };
  }

  /** The browser shows it beside the QR code: a person near the screen sees no more than the masked name. */
  async function nameOf({ state, subjects, linkSession, language }: Scan) {
    if (state !== 'scanned' || !subjects || linkSession !== null) return undefined;
    const linked = await stores.identities.find(subjects);
    const account = linked && (await stores.accounts.findByOuid(linked.account));
    const name = account && nameIn(language, account);
    return name ? maskName(name) : undefined;
  }

  async function cache(scan: Scan, write: 'set' | 'setIfAbsent' = 'set') {
    const { app, browserId, fingerprintHash, sceneHash, linkSession, state } = scan;
    const until = scan.expiresAt.getTime();
    const isPending = state === 'waiting' || state === 'scanned';
    const returned = hasReturned(scan);
    const name = await nameOf(scan);
    const cached: CachedScan | undefined = isPending
      ? { app, browserId, fingerprintHash, sceneHash, linkSession, state, returned, name, until }
      : undefined;
    await pollCache[write](scan.loginIdHash, cached ? JSON.stringify(cached) : changed, until);
  }

  async function find(loginId: string, cached: string | undefined): Promise<CachedScan | Scan | undefined> {
    if (cached !== undefined && cached !== changed) {
      const scan = JSON.parse(cached) as CachedScan;
      return scan.until > clock.now() ? scan : undefined;
    }
    const scan = await scans.findByLoginId(loginId);
    if (scan && cached === undefined) await cache(scan, 'setIfAbsent');
    return scan;
  }

  return {
    /** `loginId` reads the result and stays in the browser; `scene` goes into the QR code and reads nothing. */
    async open({ app, fingerprint, replaces, redirectUrl, link }: NewScanRequest, context: RequestContext) {
      const browserId = context.ensureBrowserId();
      const loginId = random.token();
      const scene = random.token();
      const replaced = replaces === undefined ? undefined : await scans.expire(replaces, browserId);
      if (replaced) await pollCache.set(replaced.loginIdHash, changed, clock.now() + qr.expiresAfter);
      const scan = await scans.add({
        loginId,
        scene,
        app,
        browserId,
        fingerprint,
        device: context.deviceLabel,
        maskedIp: context.maskedIp,
        country: context.country,
        language: context.language,
        redirectUrl: allowedRedirect(redirectUrl, config.redirectAllowlist),
        link,
      });
      // An app whose page shows the QR code in a frame is polled only after the return from there, by preLoginId.
      if (isDrawn(app)) await cache(scan);
      return { loginId, scene, sceneId: sha256(scene) };
    },

    /**
     * The app reports who scanned. The same person again gets the same ticket, so that a repeated message has no further
     * effect. Undefined when the QR code is unknown or expired, or another person scanned it first.
     */
    async scanned(app: ScanApp, scene: string, person: ScanPerson) {
      const ticket = ticketFor(scene, person);
      const claimed = await scans.claim(app, scene, ticket, person);
      if (claimed) await cache(claimed);
      const scan = claimed ?? (await scans.findByTicket(ticket));
      return scan?.app === app ? { ticket, scan } : undefined;
    },

    /** What the phone shows before the person confirms or declines. */
    async findOffer(ticket: string, phone: RequestContext) {
      const scan = await scans.findByTicket(ticket);
      return scan && { scan, offer: await offerOf(scan, phone) };
    },

    /** False when the scan has expired or was answered before. */
    async answer(
      scan: Scan,
      ticket: string,
      phone: RequestContext,
      { confirmed, mobile, outsideMainland = false }: { confirmed: boolean } & ReportedMobile,
    ) {
      const answer: PhoneAnswer = confirmed
        ? { confirmed, mobile, outsideMainland, otherCountry: isOtherCountry(scan, phone) }
        : { confirmed };
      const answered = await scans.answer(ticket, answer);
      if (answered) await cache(answered);
      return answered !== undefined;
    },

    /**
     * The browser returns from the app's own page, where the person confirmed. The first request asks the app for the
     * result; a repeated one from the same browser gets the same preLoginId. Undefined for any other browser.
     */
    async completeReturn(
      app: ScanApp,
      scene: string,
      browserId: string | undefined,
      askApp: () => Promise<ReturnResult>,
    ) {
      const preLoginId = derive('back', scene);
      const claimed = await scans.claimReturn(app, scene, browserId, preLoginId);
      if (!claimed) {
        const earlier = await scans.findByLoginId(preLoginId);
        return earlier?.app === app && earlier.browserId === browserId ? { preLoginId, scan: earlier } : undefined;
      }
      const recorded = await scans.recordReturn(claimed, await askApp());
      if (recorded) await cache(recorded);
      return { preLoginId, scan: recorded ?? claimed };
    },

    /** With `clientIp` the poll is also counted as a call from there, in the same request to Redis. */
    async poll(
      { app, loginId, fingerprint, sceneId }: ScanPoll,
      browserId: string | undefined,
      clientIp?: string,
    ): Promise<ScanStatus> {
      if (browserId === undefined) {
        const retryAfter = clientIp === undefined ? undefined : await callRateLimit(clientIp);
        return retryAfter === undefined ? { is: 'expired' } : { is: 'tooOften', retryAfter };
      }
      const cached = await pollCache.get(sha256(loginId), browserId, clientIp);
      if (cached.is === 'tooOften') return cached;
      const scan = await find(loginId, cached.value);
      const isOwn =
        scan !== undefined &&
        (app === 'link') === (scan.linkSession !== null) &&
        (app === 'link' || (app === 'returned' ? hasReturned(scan) : scan.app === app)) &&
        scan.browserId === browserId &&
        (fingerprint === undefined || scan.fingerprintHash === sha256(fingerprint)) &&
        (sceneId === undefined || scan.sceneHash === sceneId);
      if (!isOwn) return { is: 'expired' };
      switch (scan.state) {
        case 'waiting':
        case 'scanned':
          return {
            is: 'pending',
            scanned: scan.state === 'scanned',
            name: 'until' in scan ? scan.name : await nameOf(scan),
          };
        case 'confirmed':
          return { is: 'confirmed', scan };
        case 'declined':
        case 'failed':
          return { is: scan.state, app: scan.app };
      }
    },

    /** The userInfoContextId with which an unlinked person continues. */
    contextIdFor: (loginId: string) => derive('context', loginId),
  };
}

const hasReturned = (scan: CachedScan | Scan) =>
  'returned' in scan ? scan.returned : scan.ticketHash === null && scan.state !== 'waiting';

/**
 * Why the person who scanned cannot be linked to an account, inside a transaction. An account has one identity of each app:
 * `boundElsewhere` when it has another one, `taken` when the person was linked to another account in the meantime. The
 * link itself is made by `completeSignIn`, after the last factor.
 */
export async function findLinkConflict(
  { stores }: Services,
  ouid: string,
  scan: Scan,
): Promise<'boundElsewhere' | 'taken' | undefined> {
  const subjects = subjectsOf(scan);
  await stores.accounts.lockRow(ouid);
  if (await stores.identities.hasOther(ouid, scan.app, subjects)) return 'boundElsewhere';
  const linked = await stores.identities.find(subjects);
  return linked && linked.account !== ouid ? 'taken' : undefined;
}

/** The ids of the person who scanned. */
export function subjectsOf({ subjects }: Scan) {
  if (!subjects) throw new Error('A confirmed scan has no person');
  return subjects;
}
