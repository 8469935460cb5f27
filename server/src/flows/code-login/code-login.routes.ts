import { readAccount } from '@foyer/contract/rules/account-rules';
import { agreementVersion } from '@foyer/contract/agreement-version';
import type { CallResponse } from '@foyer/contract/call';
import { commitCode } from '@foyer/contract/flows/code-login';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { createCompleteSignIn } from '../../parts/sign-in/complete-sign-in.ts';
import { createProofCheck } from '../../parts/one-time-code/proof-check.ts';
import { resolveRedirect } from '../../parts/sign-in/resolve-redirect.ts';
import type { Sql } from '../../database/database.ts';
import { handleCall } from '../../http/route.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { type KnownAccount, accountStore } from '../../store/accounts.ts';
import { type Proof, codeStore, handleHash } from '../../store/codes.ts';
import { consentStore } from '../../store/consents.ts';
import { replayableResultStore } from '../../store/replayable-results.ts';
import { passwordOfferStore } from '../../store/password-offers.ts';

type Told = CallResponse<typeof commitCode>;
type Entered = { told: Told; ouid?: string };

/** Someone who wanted to register and has an account already signs in with the code that proved it. */
const bizTypes = ['REGISTER_LOGIN', 'REGISTER'] as const;

export function codeLoginRoutes(app: FastifyInstance, services: Services) {
  const { config, database, clock, random, secrets, log, metrics } = services;
  const accounts = accountStore(database.sql, agreementVersion);
  const { standingOf, misused } = createProofCheck(services);

  handleCall(app, config, commitCode, async ({ principal: typed, serviceId, agreed, redirectUrl }, context) => {
    const tell = (told: Told, ouid?: string): Told => {
      const line = { way: 'code', result: told.is, address: context.maskedIp, ...(ouid && { account: ouid }) };
      log.info({ event: 'signIn', id: context.requestId, ...line });
      metrics.signIn('code', told.is);
      return told;
    };

    const asking = { serviceId, browser: context.browserId, bizTypes };
    const named = readAccount(typed);
    const standing = named ? await standingOf(asking, named) : await misused(asking);
    if (standing.is !== 'verified' && standing.is !== 'over') return tell({ is: 'unknownService' });
    const { proof } = standing;
    const target = resolveRedirect(config, context, [redirectUrl]);

    if (standing.is === 'over') return end(await database.sql.transaction(enterAgain));
    const found = await accounts.find(proof.principal);
    if (!found && proof.bizType === 'REGISTER') {
      await misused(asking);
      return tell({ is: 'unknownService' });
    }
    // Someone new has to agree first; the proof stays good for the second time.
    if (!found && !agreed) return tell({ is: 'needsAgreement', data: { version: agreementVersion } });
    return end(await database.sql.transaction((tx) => enter(tx, found)));

    function end({ told, ouid }: Entered): Told {
      if (ouid) context.setLoggedAccount(ouid);
      return tell(told, ouid);
    }

    /** The proof, the account and the session, all or nothing. */
    async function enter(tx: Sql, existing: KnownAccount | undefined): Promise<Entered> {
      const own = codeStore(tx, clock, secrets.codes);
      if (!(await own.spendProof(asking))) return { told: { is: 'expiredCode' } };
      const made = existing ? undefined : await make(tx, proof, context);
      if (made) await own.made(serviceId, made.ouid);
      // Whoever was faster has made it in the meantime.
      const account = existing ?? made ?? (await accountStore(tx, agreementVersion).find(proof.principal));
      if (!account) throw new Error('An account was neither there nor made');
      return arriveAs(tx, account, made !== undefined);
    }

    /** The answer was lost: the same sign-in once more, in place of the first. */
    async function enterAgain(tx: Sql): Promise<Entered> {
      const ouid = await replayableResultStore(tx, clock, secrets.codes).takeBack(asking);
      const account = ouid && (await accountStore(tx, agreementVersion).find({ kind: 'ouid', value: ouid }));
      return account ? arriveAs(tx, account, proof.account === ouid) : { told: { is: 'expiredCode' } };
    }

    async function arriveAs(tx: Sql, account: KnownAccount, isNew: boolean): Promise<Entered> {
      const { ouid } = account;
      const completeSignIn = createCompleteSignIn({ ...services, database: { ...database, sql: tx } });
      const factors = [proof.principal.kind === 'mobile' ? 'sms' : 'mail'];
      const proven = { account, way: 'code', factors, target, proof: handleHash(serviceId) } as const;
      const arrival = await completeSignIn(proven, context);
      if (!isNew || arrival.is !== 'done') return { told: arrival, ouid };
      const setPwdServiceId = await passwordOfferStore(tx, clock, random).offer(ouid);
      return { told: { is: 'done', data: { ...arrival.data, newUser: true, setPwdServiceId } }, ouid };
    }
  });

  /** Undefined when the address has got an account in the meantime. */
  async function make(tx: Sql, { principal }: Proof, context: RequestContext): Promise<KnownAccount | undefined> {
    const people = accountStore(tx, agreementVersion);
    const now = new Date(clock.now());
    const ouid = random.token(16);
    if (!(await people.add({ ouid, [principal.kind]: principal.value, createdAt: now }))) return undefined;
    await consentStore(tx).add({ account: ouid, version: agreementVersion, language: context.language, agreedAt: now });
    return people.find({ kind: 'ouid', value: ouid });
  }
}
