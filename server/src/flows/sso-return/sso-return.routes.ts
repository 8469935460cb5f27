import { mask } from '@foyer/contract/rules/account-rules';
import { agreementVersion } from '@foyer/contract/agreement-version';
import type { Answer } from '@foyer/contract/call';
import { checkAuthorisation } from '@foyer/contract/flows/sso-return';
import type { FastifyInstance } from 'fastify';
import type { House } from '../../services.ts';
import { createArrival } from '../../parts/sign-in/complete-sign-in.ts';
import { createCompanyArrival } from '../../parts/sso/complete-sso-sign-in.ts';
import type { Sql } from '../../database/database.ts';
import { answer } from '../../http/route.ts';
import type { Visitor } from '../../http/request-context.ts';
import { accessCodeStore } from '../../store/access-codes.ts';
import { accountStore } from '../../store/accounts.ts';
import { handleHash } from '../../store/codes.ts';
import { identityStore } from '../../store/identities.ts';
import { lostAnswerStore } from '../../store/replayable-results.ts';

type Told = Answer<typeof checkAuthorisation>;
type Heard = { told: Told; way?: string; account?: string };

export function ssoReturnRoutes(app: FastifyInstance, house: House) {
  const { config, database, clock, chance, secrets, log, metrics } = house;

  answer(app, config, checkAuthorisation, async (_, visitor) => {
    const heard = await database.sql.transaction((tx) => hear(tx, visitor.accessCode ?? '', visitor));
    const { told, way = 'sso', account } = heard;
    if (account) visitor.isAccount(account);
    const line = { way, result: told.is, address: visitor.addressShown, ...(account && { account }) };
    log.info({ event: 'signIn', id: visitor.requestId, ...line });
    metrics.signIn(way, told.is);
    return told;
  });

  /** The access code and the session, all or nothing. */
  async function hear(tx: Sql, code: string, visitor: Visitor): Promise<Heard> {
    const inside = { ...house, database: { ...database, sql: tx } };
    const accessCodes = accessCodeStore(tx, clock, chance);
    // Made without cookies it is redeemed without, and made with them with the very same: neither works the other way.
    const { withoutCookies } = visitor;
    const asking = { code, browser: withoutCookies ? undefined : (visitor.browser ?? '') };
    const first = await accessCodes.redeem(asking, withoutCookies ? visitor.nameBrowser() : undefined);
    const row = first ?? (await accessCodes.findRedeemed({ code, browser: visitor.browser }));
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
      const before = await lostAnswerStore(tx, clock, secrets.codes).takeBackReturn(code);
      if (before !== ouid) return { told: { is: 'ssoExpired' }, way, account: ouid };
    }
    const { agreeIfTicked, told } = createCompanyArrival(inside);
    const agreed = await agreeIfTicked(account, row, visitor);
    const proven = { account: agreed, way, factors: [way], target, proof: handleHash(code) };
    const arrival = await createArrival(inside)(proven, visitor);
    if (arrival.is !== 'done') return { told: arrival, way, account: ouid };
    return { told: { is: 'done', data: { loginStatus: true, ...told(account, arrival.data) } }, way, account: ouid };
  }
}
