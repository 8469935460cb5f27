import { type Language, defaultLanguage } from '@foyer/contract/language';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { messages } from '@foyer/contract/texts/service-texts';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { readBodiesAsText } from '../../http/requests/text-body.ts';
import { formatTime } from '../../parts/notices/mail-html.ts';
import { createScanSessions } from '../../parts/qr-scan/scan-session.ts';
import { notification } from '../http/notification.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { ScanPerson } from '../provider-result.ts';
import type { Scan } from '../../store/sign-in/scans.ts';
import { sceneOf } from './wechat-scene.ts';

const pushPath = '/thirdparty/wechatOfficeFocus/push';
/** Tells WeChat that there is no reply and that it need not push the message again. */
const noReply = 'success';

/** WeChat verifies our URL here and reports who scanned. No limit by IP: all pushes come from a few servers. */
export async function wechatPushRoutes(server: FastifyInstance, { services }: { services: Services }) {
  const { config, scanApps, log, stores } = services;
  const { wechat } = scanApps;
  if (!wechat) return;
  const scanSessions = createScanSessions(services);

  readBodiesAsText(server);

  server.get(pushPath, async (request, reply) => {
    const echo = wechat.answerUrlCheck(firstValues(request.query));
    void reply.header('Cache-Control', 'no-store').type('text/plain; charset=utf-8');
    return echo === undefined ? reply.status(403).send('') : echo;
  });

  server.post(pushPath, async (request, reply) => {
    void reply.header('Cache-Control', 'no-store').type('text/plain; charset=utf-8');
    const query = firstValues(request.query);
    const push = wechat.readPush(query, typeof request.body === 'string' ? request.body : '');
    if (push.is === 'other') return noReply;
    if (push.is === 'refused' || !(await isFirstMessageOfSignature(query, push.deduplicationKey))) {
      log.warn({ event: 'pushRefused', id: request.id, app: 'wechat' });
      return reply.status(403).send('');
    }
    const scene = sceneOf(push.scene);
    if (scene === undefined) return noReply;
    const logResult = (result: string, why?: string) =>
      log.info({ event: 'scan', id: request.id, app: 'wechat', result, why });

    void reply.type('application/xml; charset=utf-8');
    const identified = await wechat.identifyFollower(push.openid);
    if (identified.is !== 'ok') {
      logResult(identified.is, identified.why);
      return push.reply(messages[defaultLanguage].wechat.away);
    }
    const scanned = await scanSessions.scanned('wechat', scene, identified.person);
    logResult(scanned ? 'scanned' : 'expired');
    if (!scanned) return push.reply(messages[defaultLanguage].wechat.expired);
    const language = await languageOf(identified.person, scanned.scan);
    return push.reply(offerText(language, scanned.scan, scanned.ticket));
  });

  /**
   * True for the first message with this signature, and for its repetitions. In plain mode the signature does not cover the
   * message, so an observed signature could sign any other.
   */
  async function isFirstMessageOfSignature(
    { timestamp = '', nonce = '' }: Record<string, string>,
    deduplicationKey: string,
  ): Promise<boolean> {
    const window = 2 * notification.maxClockDifference;
    const limits = [{ max: 1, window }];
    const signature = { key: sha256('push', timestamp, nonce), limits };
    const message = { key: sha256('push', timestamp, nonce, deduplicationKey), limits };
    const { quotas } = stores;
    if ((await quotas.consume([signature])).is === 'consumed')
      return (await quotas.consume([message])).is === 'consumed';
    const [seen] = await quotas.used([message.key], window);
    return seen !== 0;
  }

  /** The language of the person's last sign-in, else of the page that shows the QR code. */
  async function languageOf({ subjects }: ScanPerson, scan: Scan): Promise<Language> {
    const link = await stores.identities.find(subjects);
    const account = link && (await stores.accounts.findByOuid(link.account));
    return account?.language ?? scan.language;
  }

  function offerText(
    language: Language,
    { device, maskedIp, createdAt, linkAccount: account }: Scan,
    ticket: string,
  ): string {
    return messages[language].wechat.offer({
      brand: config.page.brand[language],
      site: new URL(config.publicUrl).host,
      account,
      device,
      address: maskedIp,
      time: formatTime(createdAt.getTime(), language),
      link: `${config.publicUrl}${pageRoutes.scanConfirm}?${new URLSearchParams({ ticket })}`,
    });
  }
}

const firstValues = (query: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof query === 'object' && query !== null ? query : {}).flatMap(([name, value]) => {
      const first: unknown = Array.isArray(value) ? value[0] : value;
      return typeof first === 'string' ? [[name, first]] : [];
    }),
  );
