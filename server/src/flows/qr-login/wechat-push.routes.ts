import { agreementVersion } from '@foyer/contract/agreement-version';
import { defaultLanguage, type Language } from '@foyer/contract/language';
import { request as requestLimits } from '@foyer/contract/limits';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { createScanSessions } from '../../parts/qr-scan/scan-session.ts';
import { notification } from '../../platform/service-limits.ts';
import type { ScanPerson } from '../../providers/provider-result.ts';
import { accountStore } from '../../store/accounts.ts';
import { budgetKey, budgetStore } from '../../store/budgets.ts';
import { identityStore } from '../../store/identities.ts';
import type { Scan } from '../../store/scans.ts';
import { sceneOf } from './callback-urls.ts';
import { messages } from '@foyer/contract/texts/service-texts';
import { timeShown } from '../../parts/notices/mail-html.ts';

const pushPath = '/thirdparty/wechatOfficeFocus/push';
/** What tells WeChat that there is nothing to say and nothing to try again. */
const heard = 'success';

/** Where WeChat checks our address and says who scanned. Its servers are few, so no limit by address stands here. */
export async function wechatPushRoutes(app: FastifyInstance, { services }: { services: Services }) {
  const { config, database, clock, scanApps, log } = services;
  const { wechat } = scanApps;
  if (!wechat) return;
  const desk = createScanSessions(services);
  const accounts = accountStore(database.sql, agreementVersion);
  const identities = identityStore(database.sql);
  const budgets = budgetStore(database.sql, clock);

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit: requestLimits.bodyBytes },
    async (_: unknown, body: string) => body,
  );

  app.get(pushPath, async (request, reply) => {
    const echo = wechat.answerUrlCheck(queryOf(request.query));
    void reply.header('Cache-Control', 'no-store').type('text/plain; charset=utf-8');
    return echo === undefined ? reply.status(403).send('') : echo;
  });

  app.post(pushPath, async (request, reply) => {
    void reply.header('Cache-Control', 'no-store').type('text/plain; charset=utf-8');
    const query = queryOf(request.query);
    const push = wechat.readPush(query, typeof request.body === 'string' ? request.body : '');
    if (push.is === 'other') return heard;
    if (push.is === 'refused' || !(await isFresh(query, push.once))) {
      log.warn({ event: 'pushRefused', id: request.id, app: 'wechat' });
      return reply.status(403).send('');
    }
    const scene = sceneOf(push.scene);
    if (scene === undefined) return heard;
    const told = await wechat.identify(push.openid);
    const scanned = told.is === 'ok' ? await desk.scanned('wechat', scene, told.person) : undefined;
    const result = told.is === 'ok' ? (scanned ? 'scanned' : 'over') : told.is;
    log.info({ event: 'scan', id: request.id, app: 'wechat', result, ...(told.is !== 'ok' && { why: told.why }) });

    void reply.type('application/xml; charset=utf-8');
    if (told.is !== 'ok') return push.reply(messages[defaultLanguage].wechat.away);
    if (!scanned) return push.reply(messages[defaultLanguage].wechat.expired);
    const language = await languageOf(told.person, scanned.scan);
    return push.reply(offerIn(language, scanned.scan, scanned.ticket));
  });

  /** A signature of plain mode does not cover the message: one that was seen is good for that message and no other. */
  async function isFresh({ timestamp = '', nonce = '' }: Record<string, string>, once: string): Promise<boolean> {
    const within = 2 * notification.maxClockDifference;
    const first = (...parts: string[]) => ({
      key: budgetKey('push', timestamp, nonce, ...parts),
      rules: [{ most: 1, within }],
    });
    const message = first(once);
    if ((await budgets.spend([first()])).is === 'spent') return (await budgets.spend([message])).is === 'spent';
    const [seen] = await budgets.spentOf([message.key], within);
    return seen !== 0;
  }

  /** Of the person's last visit, else of the page that shows the code. */
  async function languageOf({ subjects }: ScanPerson, scan: Scan): Promise<Language> {
    const link = await identities.find(subjects);
    const account = link && (await accounts.find({ kind: 'ouid', value: link.account }));
    return account?.language ?? scan.language;
  }

  function offerIn(language: Language, { device, address, createdAt }: Scan, ticket: string): string {
    return messages[language].wechat.offer({
      brand: config.page.brand[language],
      site: new URL(config.publicUrl).host,
      device,
      address,
      time: timeShown(createdAt.getTime(), language),
      link: `${config.publicUrl}${pageRoutes.scanConfirm}?${new URLSearchParams({ ticket })}`,
    });
  }
}

/** The first of a repeated parameter counts. */
const queryOf = (query: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof query === 'object' && query !== null ? query : {}).flatMap(([name, value]) => {
      const first: unknown = Array.isArray(value) ? value[0] : value;
      return typeof first === 'string' ? [[name, first]] : [];
    }),
  );
