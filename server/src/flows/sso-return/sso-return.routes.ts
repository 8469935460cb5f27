import { mask } from '@foyer/contract/rules/account-rules';
import { agreementVersion } from '@foyer/contract/agreement-version';
import type { CallResponse } from '@foyer/contract/call';
import { checkAuthorisation } from '@foyer/contract/flows/sso-return';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { createCompleteSignIn } from '../../parts/sign-in/complete-sign-in.ts';
import { createCompleteSsoSignIn } from '../../parts/sso/complete-sso-sign-in.ts';
import type { Sql } from '../../database/database.ts';
import { handleCall } from '../../http/route.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { accessCodeStore } from '../../store/access-codes.ts';
import { accountStore } from '../../store/accounts.ts';
import { handleHash } from '../../store/codes.ts';
import { identityStore } from '../../store/identities.ts';
import { replayableResultStore } from '../../store/replayable-results.ts';

type Told = CallResponse<typeof checkAuthorisation>;
type Heard = { told: Told; way?: string; account?: string };

export function ssoReturnRoutes(app: FastifyInstance, services: Services) {
  const { config, database, clock, random, secrets, log, metrics } = services;

  handleCall(app, config, checkAuthorisation, async (_, context) => {
    const heard = await database.sql.transaction((tx) => hear(tx, context.accessCode ?? '', context));
    const { told, way = 'sso', account } = heard;
    if (account) context.setLoggedAccount(account);
    const line = { way, result: told.is, address: context.maskedIp, ...(account && { account }) };
    log.info({ event: 'signIn', id: context.requestId, ...line });
    metrics.signIn(way, told.is);
    return told;
  });

  /** The access code and the session, all or nothing. */
  async function hear(tx: Sql, code: string, context: RequestContext): Promise<Heard> {
    const inside = { ...services, database: { ...database, sql: tx } };
    const accessCodes = accessCodeStore(tx, clock, random);
    // Made without cookies it is redeemed without, and made with them with the very same: neither works the other way.
    const { withoutCookies } = context;
    const asking = { code, browser: withoutCookies ? undefined : (context.browserId ?? '') };
    const first = await accessCodes.redeem(asking, withoutCookies ? context.ensureBrowserId() : undefined);
    const row = first ?? (await accessCodes.findRedeemed({ code, browser: context.browserId }));
    if (!row) return { told: { is: 'ssoExpired' } };

    const { provider, subject, way, mobile, email, emailOnly, target } = row;
    if (row.refusal) return { told: { is: row.refusal }, way };
    const linked =
      provider !== null && subject !== null ? await identityStore(tx).find([{ provider, subject }]) : undefined;
    const account = linked && (await accountStore(tx, agreementVersion).find({ kind: 'ouid', value: linked.account }));
    if (!account) {
      const hints = { ...(mobile && { loginMobile: mask(mobile) }), ...(email && { loginEmail: mask(email) }) };
      const limit = emailOnly ? ({ loginLimit: 'EMAIL' } as const) : {};
      return { told: { is: 'done', data: { loginStatus: false, ...hints, ...limit } }, way };
    }

    const { ouid } = account;
    // The answer was lost: the same sign-in once more, in place of the first.
    if (!first && !account.disabledAt) {
      const before = await replayableResultStore(tx, clock, secrets.codes).takeBackReturn(code);
      if (before !== ouid) return { told: { is: 'ssoExpired' }, way, account: ouid };
    }
    const { agreeIfTicked, told } = createCompleteSsoSignIn(inside);
    const agreed = await agreeIfTicked(account, row, context);
    const proven = { account: agreed, way, factors: [way], target, proof: handleHash(code) };
    const arrival = await createCompleteSignIn(inside)(proven, context);
    if (arrival.is !== 'done') return { told: arrival, way, account: ouid };
    return { told: { is: 'done', data: { loginStatus: true, ...told(account, arrival.data) } }, way, account: ouid };
  }
}
