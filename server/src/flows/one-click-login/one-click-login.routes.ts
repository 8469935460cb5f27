import { agreementVersion } from '@foyer/contract/agreement-version';
import type { Answer } from '@foyer/contract/call';
import { transferLogin } from '@foyer/contract/one-click-login';
import type { FastifyInstance } from 'fastify';
import type { House } from '../../house.ts';
import { createAppLink } from '../../parts/app-link.ts';
import { createArrival } from '../../parts/arrival.ts';
import { targetOf } from '../../parts/target.ts';
import { answer } from '../../platform/route.ts';
import { type KnownAccount, accountStore } from '../../store/accounts.ts';
import { scanStore } from '../../store/scans.ts';

type Told = Answer<typeof transferLogin>;

const apps = {
  PC_WE_CHAT_USER_TRANSFER: 'wechat',
  PC_DING_USER_TRANSFER: 'dingtalk',
  PC_ALI_PAY_USER_TRANSFER: 'alipay',
} as const;

export function oneClickLoginRoutes(app: FastifyInstance, house: House) {
  const { config, database, clock, notices, log, metrics } = house;
  const linkApp = createAppLink(house);

  answer(app, config, transferLogin, async ({ data, credentials, redirectUrl }, visitor) => {
    const way = apps[credentials];
    let linked: KnownAccount | undefined;
    /** The context, the link and the session, all or nothing. */
    const told = await database.sql
      .transaction(async (tx): Promise<Told> => {
        const scan = await scanStore(tx, clock).spendContext(data.userInfoContextId, visitor.browser, 'oneClick', way);
        const account =
          scan?.mobile && (await accountStore(tx, agreementVersion).find({ kind: 'mobile', value: scan.mobile }));
        if (!scan || !account) return { is: 'authorisationExpired' };
        visitor.isAccount(account.ouid);
        if (account.disabledAt) return { is: 'accountDisabled' };
        if ((await linkApp(tx, account.ouid, scan)) !== 'linked') throw new Undone();
        linked = account;
        const arrive = createArrival({ ...house, database: { ...database, sql: tx } });
        const target = targetOf(config, visitor, [redirectUrl, scan.target ?? undefined]);
        return arrive({ account, way, factors: [way], target, secondFactorAnyway: scan.elsewhere }, visitor);
      })
      .catch((error: unknown): Told => {
        if (error instanceof Undone) return { is: 'authorisationExpired' };
        throw error;
      });

    if (linked) notices.tell(linked, `${way}Linked`, visitor);
    const line = { way, by: 'oneClick', result: told.is, address: visitor.addressShown };
    log.info({ event: 'signIn', id: visitor.requestId, ...line, ...(linked && { account: linked.ouid }) });
    metrics.signIn(way, told.is);
    return told;
  });
}

/** Undoes what was begun. */
class Undone extends Error {}
