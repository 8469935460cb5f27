import { mask } from '@foyer/contract/account-rules';
import { agreementVersion } from '@foyer/contract/agreement-version';
import type { Answer } from '@foyer/contract/call';
import { checkAuthorisation } from '@foyer/contract/sso-return';
import type { FastifyInstance } from 'fastify';
import type { House } from '../../house.ts';
import { createArrival } from '../../parts/arrival.ts';
import { createCompanyArrival } from '../../parts/company-arrival.ts';
import { answer } from '../../platform/route.ts';
import { accessCodeStore } from '../../store/access-codes.ts';
import { accountStore } from '../../store/accounts.ts';
import { identityStore } from '../../store/identities.ts';

type Told = Answer<typeof checkAuthorisation>;

export function ssoReturnRoutes(app: FastifyInstance, house: House) {
  const { config, database, clock, chance, log, metrics } = house;
  const accessCodes = accessCodeStore(database.sql, clock, chance);
  const accounts = accountStore(database.sql, agreementVersion);
  const identities = identityStore(database.sql);
  const arrive = createArrival(house);
  const { agreeIfTicked, told: toldOf } = createCompanyArrival(house);

  answer(app, config, checkAuthorisation, async (_, visitor) => {
    const tell = (told: Told, way = 'sso', account?: string): Told => {
      const line = { way, result: told.is, address: visitor.addressShown, ...(account && { account }) };
      log.info({ event: 'signIn', id: visitor.requestId, ...line });
      metrics.signIn(way, told.is);
      return told;
    };

    // Made without cookies it is redeemed without, and made with them with the very same: neither works the other way.
    const asking = {
      code: visitor.accessCode ?? '',
      browser: visitor.withoutCookies ? undefined : (visitor.browser ?? ''),
    };
    const row = await accessCodes.redeem(asking, visitor.withoutCookies ? visitor.nameBrowser() : undefined);
    if (!row) return tell({ is: 'ssoExpired' });
    if (row.refusal) return tell({ is: row.refusal }, row.way);

    const { provider, subject, way, mobile, email, emailOnly, target } = row;
    const linked = provider !== null && subject !== null ? await identities.find([{ provider, subject }]) : undefined;
    const account = linked && (await accounts.find({ kind: 'ouid', value: linked.account }));
    if (!account) {
      const hints = { ...(mobile && { loginMobile: mask(mobile) }), ...(email && { loginEmail: mask(email) }) };
      const limit = emailOnly ? ({ loginLimit: 'EMAIL' } as const) : {};
      return tell({ is: 'done', data: { loginStatus: false, ...hints, ...limit } }, way);
    }
    visitor.isAccount(account.ouid);
    const agreed = await agreeIfTicked(account, row, visitor);
    const arrival = await arrive({ account: agreed, way, factors: [way], target }, visitor);
    if (arrival.is !== 'done') return tell(arrival, way, account.ouid);
    return tell({ is: 'done', data: { loginStatus: true, ...toldOf(account, arrival.data) } }, way, account.ouid);
  });
}
