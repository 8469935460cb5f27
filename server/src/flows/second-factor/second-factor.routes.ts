import { agreementVersion } from '@foyer/contract/agreement-version';
import type { CallResponse } from '@foyer/contract/call';
import { verifySecondFactor } from '@foyer/contract/flows/second-factor';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { createCompleteSignIn } from '../../parts/sign-in/complete-sign-in.ts';
import { createCodeCheck } from '../../parts/one-time-code/code-check.ts';
import { resolveRedirect } from '../../parts/sign-in/resolve-redirect.ts';
import type { Sql } from '../../database/database.ts';
import { handleCall } from '../../http/route.ts';
import { accountStore } from '../../store/accounts.ts';
import { codeStore, handleHash } from '../../store/codes.ts';
import { pendingSignInStore, linkOf } from '../../store/pending-sign-ins.ts';
import { replayableResultStore } from '../../store/replayable-results.ts';
import type { SignInMethod } from '@foyer/contract/sign-in-methods';
import { trustedBrowserStore } from '../../store/trusted-browsers.ts';

type Told = CallResponse<typeof verifySecondFactor>;

export function secondFactorRoutes(app: FastifyInstance, services: Services) {
  const { config, database, clock, random, log, metrics, secrets, codeRecipients } = services;
  const accounts = accountStore(database.sql, agreementVersion);
  const held = pendingSignInStore(database.sql, clock, random);
  const trusted = trustedBrowserStore(database.sql, clock, random);
  const checkCode = createCodeCheck(services);

  codeRecipients.LOGIN_DOUBLE_CHECK = async (preServiceId, { browserId }) => {
    const waiting = await held.find(handleHash(preServiceId), 'secondFactor', browserId);
    const account = waiting && (await accounts.find({ kind: 'ouid', value: waiting.account }));
    if (!account?.mobile) return undefined;
    return { account: account.ouid, address: { kind: 'mobile', value: account.mobile }, told: true };
  };

  handleCall(
    app,
    config,
    verifySecondFactor,
    async ({ credentials, serviceId, trustBrowser, redirectUrl }, context) => {
      const tell = (told: Told, way?: string, account?: string): Told => {
        const line = { result: told.is, address: context.maskedIp, ...(way && { way }), ...(account && { account }) };
        log.info({ event: 'secondFactor', id: context.requestId, ...line });
        metrics.signIn('secondFactor', told.is);
        return told;
      };

      const asking = { serviceId, browser: context.browserId, bizTypes: ['LOGIN_DOUBLE_CHECK'] } as const;
      const checked = await checkCode(asking, credentials);
      if (checked.is !== 'right' && checked.is !== 'expiredCode') return tell(checked);
      const entered = await database.sql.transaction((tx) => enter(tx, checked.is === 'right' ? take : takeAgain));
      if (!entered) return tell({ is: 'expiredCode' });
      const { arrival, account, way } = entered;
      if (arrival.is !== 'done') return tell(arrival, way, account);

      // Trust is kept by a cookie: where they are off there is none to give, and none that came along is looked at.
      if (trustBrowser && !context.withoutCookies) {
        const browser = { name: context.ensureBrowserId(), token: context.trustToken };
        context.setTrustToken(await trusted.trust(account, browser));
      }
      const { url, needAgreement } = arrival.data;
      return tell({ is: 'done', data: { serviceId, ...(url && { url }), needAgreement } }, way, account);

      /** The proof, the sign-in that was held and the session, all or nothing. */
      async function enter(tx: Sql, taking: typeof take) {
        const released = await taking(tx);
        const who =
          released && (await accountStore(tx, agreementVersion).find({ kind: 'ouid', value: released.account }));
        if (!released || !who) return undefined;
        context.setLoggedAccount(who.ouid);
        const proven = {
          account: who,
          way: released.way as SignInMethod,
          // A code to the same number twice is one factor.
          factors: [...new Set([...released.factors, 'sms'])],
          target: resolveRedirect(config, context, [redirectUrl, released.target]),
          passed: 'secondFactor',
          proof: handleHash(serviceId),
          link: linkOf(released),
        } as const;
        const completeSignIn = createCompleteSignIn({ ...services, database: { ...database, sql: tx } });
        return { arrival: await completeSignIn(proven, context), account: who.ouid, way: proven.way };
      }

      /** Whoever takes the proof takes the sign-in that was held; nobody else gets either. */
      async function take(tx: Sql) {
        const proof = await codeStore(tx, clock, secrets.codes).spendProof(asking, credentials);
        return proof?.heldBy ? held.release(proof.heldBy, 'secondFactor', context.browserId, tx) : undefined;
      }

      /** The answer was lost: the same sign-in once more, in place of the first. */
      async function takeAgain(tx: Sql) {
        if (!(await replayableResultStore(tx, clock, secrets.codes).takeBack(asking, credentials))) return undefined;
        const standing = await codeStore(tx, clock, secrets.codes).standing(asking);
        const heldBy = standing.is === 'unknown' ? undefined : standing.proof.heldBy;
        return heldBy ? held.findReleased(heldBy, 'secondFactor', context.browserId, tx) : undefined;
      }
    },
  );
}
