import { agreementVersion } from '@foyer/contract/agreement-version';
import type { CallResponse } from '@foyer/contract/call';
import { resetPassword } from '@foyer/contract/flows/retrieve-password';
import { seconds } from '@foyer/contract/time';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { createSignOutEverywhere } from '../../parts/sign-in/sign-out-everywhere.ts';
import { createProofCheck } from '../../parts/one-time-code/proof-check.ts';
import { handleCall } from '../../http/route.ts';
import { hashing } from '../../platform/service-limits.ts';
import { accountStore } from '../../store/accounts.ts';
import { codeStore } from '../../store/codes.ts';
import { replayableResultStore } from '../../store/replayable-results.ts';
import { sessionStore } from '../../store/sessions.ts';
import { passwordAttemptStore } from '../../store/password-attempts.ts';

type Told = CallResponse<typeof resetPassword>;

export function retrievePasswordRoutes(app: FastifyInstance, services: Services) {
  const { config, database, clock, random, passwords, log, metrics, notices, secrets, isCommonPassword } = services;
  const accounts = accountStore(database.sql, agreementVersion);
  const sessions = sessionStore(database.sql, clock, random, config.limits.session);
  const tries = passwordAttemptStore(database.sql, clock, config.limits.wrongPasswords);
  const lost = replayableResultStore(database.sql, clock, secrets.codes);
  const { standingOf } = createProofCheck(services);
  const signOutEverywhere = createSignOutEverywhere(services);

  handleCall(app, config, resetPassword, async ({ serviceId, newPassword }, context) => {
    const tell = (told: Told, account?: string): Told => {
      const line = { result: told.is, address: context.maskedIp, ...(account && { account }) };
      log.info({ event: 'passwordReset', id: context.requestId, ...line });
      metrics.signIn('retrieve', told.is);
      return told;
    };

    const asking = { serviceId, browser: context.browserId, bizTypes: ['RETRIEVE'] } as const;
    const standing = await standingOf(asking);
    if (standing.is === 'over') return tell(await toldBefore());
    const account = standing.is === 'verified' ? await accounts.find(standing.proof.principal) : undefined;
    if (!account) return tell({ is: 'unknownService' });
    context.setLoggedAccount(account.ouid);
    const principals = [account.mobile, account.email].filter((principal) => principal !== null);
    if (isCommonPassword(newPassword, principals)) return tell({ is: 'commonPassword' }, account.ouid);

    const slot = passwords.reserveSlot();
    if (!slot) return tell({ is: 'busy', data: { retryAfter: hashing.retryAfter / seconds(1) } }, account.ouid);
    let passwordHash: string;
    try {
      passwordHash = await slot.hash(newPassword);
    } finally {
      slot.release();
    }

    // The proof is used up together with what it is for, or not at all.
    const set = await database.sql.transaction(async (tx) => {
      if (!(await codeStore(tx, clock, secrets.codes).spendProof(asking, newPassword))) return false;
      await accounts.setPasswordHash(account.ouid, passwordHash, tx);
      await signOutEverywhere(account.ouid, tx);
      // Whoever else was signed in here loses the cookie below, and so the session.
      if (context.sessionToken) await sessions.endByToken(context.sessionToken, tx);
      await tries.clear(account, context.clientIp, tx);
      return true;
    });
    if (!set) return tell(await toldBefore(), account.ouid);

    context.clearSession();
    notices.tell(account, 'passwordChanged', context);
    return tell({ is: 'done', data: null }, account.ouid);

    /** For whoever has lost the answer, and asks for the same password again. */
    async function toldBefore(): Promise<Told> {
      return (await lost.hasDone(asking, newPassword)) ? { is: 'done', data: null } : { is: 'expiredCode' };
    }
  });
}
