import { createHmac } from 'node:crypto';
import { qr } from '@foyer/contract/limits';
import type { ScanApp } from '@foyer/contract/pages/page-config';
import { allowedRedirect } from '@foyer/contract/rules/redirect-rules';
import type { ScanOffer } from '@foyer/contract/flows/scan-confirm';
import type { Services } from '../../services.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { ScanPerson } from '../../providers/provider-result.ts';
import { handleHash } from '../../store/codes.ts';
import { type PhoneAnswer, type Return, type Scan, scanStore } from '../../store/scans.ts';

interface NewScanRequest {
  app: ScanApp;
  fingerprint: string;
  /** The code that this one takes the place of. */
  replaces: string | undefined;
  redirectUrl: string | undefined;
}

interface ScanPoll {
  /** `returned` where the browser came back from some app's own page. */
  app: ScanApp | 'returned';
  loginId: string;
  /** Undefined where the app's own page stood between and the browser alone is compared. */
  fingerprint?: string;
  sceneId?: string;
}

/** Unknown, another browser's, expired and used are one. */
export type ScanStatus =
  | { is: 'over' }
  | { is: 'declined' | 'failed'; app: ScanApp }
  | { is: 'pending'; scanned: boolean }
  | { is: 'tooOften'; retryAfter: number }
  | { is: 'confirmed'; scan: Scan };

/** What is looked at while nothing happens: whose code it is, and how far it got. */
interface CachedScan extends Pick<Scan, 'app' | 'browser' | 'fingerprintHash' | 'sceneHash'> {
  state: 'waiting' | 'scanned';
  /** No phone was asked: the browser is back from the app's own page. */
  returned: boolean;
  until: number;
}

/** Where every app's scan is kept from the code to the answer. Only what an app has vouched for moves one on. */
export function createScanSessions({ config, database, clock, random, pollCache, secrets }: Services) {
  const scans = scanStore(database.sql, clock);
  const site = new URL(config.publicUrl).host;

  /** Made from what its holder has, so that who asks again gets the same and nobody else can make it. */
  const derived = (...parts: string[]) =>
    createHmac('sha256', secrets.scans).update(parts.join('\n')).digest('base64url');
  const ticketFor = (scene: string, { subjects }: ScanPerson) =>
    derived('ticket', scene, ...subjects.flatMap(({ provider, subject }) => [provider, subject]));

  const isElsewhere = ({ country }: Scan, phone: RequestContext) =>
    country !== null && phone.country !== undefined && country !== phone.country;

  const offerOf = (scan: Scan, elsewhere: boolean): ScanOffer => ({
    app: scan.app,
    site,
    device: scan.device,
    address: scan.address,
    at: scan.createdAt.getTime(),
    elsewhere,
  });

  /** Tells those who ask. What is neither waiting nor scanned is answered by the database. */
  async function tell(scan: Scan, by: 'set' | 'setIfAbsent' = 'set') {
    const { app, browser, fingerprintHash, sceneHash, state } = scan;
    const until = scan.expiresAt.getTime();
    const isPending = state === 'waiting' || state === 'scanned';
    const note: CachedScan | undefined = isPending
      ? { app, browser, fingerprintHash, sceneHash, state, returned: hasReturned(scan), until }
      : undefined;
    await pollCache[by](scan.loginHash, note ? JSON.stringify(note) : changed, until);
  }

  async function find(loginId: string, text: string | undefined): Promise<CachedScan | Scan | undefined> {
    if (text !== undefined && text !== changed) {
      const note = JSON.parse(text) as CachedScan;
      return note.until > clock.now() ? note : undefined;
    }
    const scan = await scans.byLogin(loginId);
    if (scan && text === undefined) await tell(scan, 'setIfAbsent');
    return scan;
  }

  return {
    /** `loginId` reads the result and stays in the browser; `scene` goes into the code and reads nothing. */
    async open({ app, fingerprint, replaces, redirectUrl }: NewScanRequest, context: RequestContext) {
      const browser = context.ensureBrowserId();
      const loginId = random.token();
      const scene = random.token();
      const replaced = replaces === undefined ? undefined : await scans.end(replaces, browser);
      if (replaced) await pollCache.set(replaced.loginHash, changed, clock.now() + qr.expiresAfter);
      const scan = await scans.add({
        loginId,
        scene,
        app,
        browser,
        fingerprint,
        device: context.deviceLabel,
        address: context.maskedIp,
        country: context.country,
        language: context.language,
        target: allowedRedirect(redirectUrl, config.redirectAllowlist),
        livesFor: qr.expiresAfter,
      });
      // DingTalk's page is asked for its result by another handle, once it has come back.
      if (app !== 'dingtalk') await tell(scan);
      return { loginId, scene, sceneId: handleHash(scene) };
    },

    /**
     * The app said who scanned. Undefined when the code is unknown, over, or somebody else was first; the same person
     * again gets the same ticket, so a message that comes twice acts once.
     */
    async scanned(app: ScanApp, scene: string, person: ScanPerson) {
      const ticket = ticketFor(scene, person);
      const claimed = await scans.claim(app, scene, ticket, person);
      if (claimed) await tell(claimed);
      const scan = claimed ?? (await scans.scannedWith(ticket));
      return scan?.app === app ? { ticket, scan } : undefined;
    },

    /** What the phone shows before the person answers. */
    async offer(ticket: string, phone: RequestContext) {
      const scan = await scans.scannedWith(ticket);
      return scan && { scan, offer: offerOf(scan, isElsewhere(scan, phone)) };
    },

    /** False when there is nothing to answer any more. */
    async answer(scan: Scan, ticket: string, phone: RequestContext, answer: { confirmed: boolean } & NumberTold) {
      const { confirmed, mobile, outsideMainland = false } = answer;
      const told: PhoneAnswer = confirmed
        ? { confirmed, mobile, outsideMainland, elsewhere: isElsewhere(scan, phone) }
        : { confirmed };
      const answered = await scans.answer(ticket, told);
      if (answered) await tell(answered);
      return answered !== undefined;
    },

    /**
     * The browser is back from the app's own page, which was the confirmation. Whoever comes first asks the app what
     * became of it; who comes again, the same browser, gets the same handle. Undefined for everybody else.
     */
    async completeReturn(app: ScanApp, scene: string, browser: string | undefined, findOut: () => Promise<Return>) {
      const preLoginId = derived('back', scene);
      const taken = await scans.takeBack(app, scene, browser, preLoginId);
      if (!taken) {
        const before = await scans.byLogin(preLoginId);
        return before?.app === app && before.browser === browser ? { preLoginId, scan: before } : undefined;
      }
      const settled = await scans.settle(taken, await findOut());
      if (settled) await tell(settled);
      return { preLoginId, scan: settled ?? taken };
    },

    async poll({ app, loginId, fingerprint, sceneId }: ScanPoll, browser: string | undefined): Promise<ScanStatus> {
      if (browser === undefined) return { is: 'over' };
      const looked = await pollCache.get(handleHash(loginId), browser);
      if (looked.is === 'tooOften') return looked;
      const found = await find(loginId, looked.value);
      const isMine =
        found !== undefined &&
        (app === 'returned' ? hasReturned(found) : found.app === app) &&
        found.browser === browser &&
        (fingerprint === undefined || found.fingerprintHash === handleHash(fingerprint)) &&
        (sceneId === undefined || found.sceneHash === sceneId);
      if (!isMine) return { is: 'over' };
      switch (found.state) {
        case 'waiting':
        case 'scanned':
          return { is: 'pending', scanned: found.state === 'scanned' };
        case 'confirmed':
          return { is: 'confirmed', scan: found };
        case 'declined':
        case 'failed':
          return { is: found.state, app: found.app };
      }
    },

    /** The handle that a stranger goes on with. */
    contextIdFor: (loginId: string) => derived('context', loginId),
  };
}

const hasReturned = (found: CachedScan | Scan) =>
  'returned' in found ? found.returned : found.ticketHash === null && found.state !== 'waiting';

/** What the app told of the number, where it did. */
interface NumberTold {
  mobile?: string | undefined;
  outsideMainland?: boolean;
}

const changed = 'changed';
