import { readAccount } from '@foyer/contract/rules/account-rules';
import { agreementVersion } from '@foyer/contract/agreement-version';
import type { Answer } from '@foyer/contract/call';
import { commitCode } from '@foyer/contract/flows/code-login';
import type { FastifyInstance } from 'fastify';
import type { House } from '../../services.ts';
import { createArrival } from '../../parts/sign-in/complete-sign-in.ts';
import { createProofCheck } from '../../parts/one-time-code/proof-check.ts';
import { targetOf } from '../../parts/sign-in/resolve-redirect.ts';
import type { Sql } from '../../database/database.ts';
import { answer } from '../../http/route.ts';
import type { Visitor } from '../../http/request-context.ts';
import { type KnownAccount, accountStore } from '../../store/accounts.ts';
import { type Proof, codeStore, handleHash } from '../../store/codes.ts';
import { consentStore } from '../../store/consents.ts';
import { lostAnswerStore } from '../../store/replayable-results.ts';
import { passwordOfferStore } from '../../store/password-offers.ts';

type Told = Answer<typeof commitCode>;
type Entered = { told: Told; ouid?: string };

/** Someone who wanted to register and has an account already signs in with the code that proved it. */
const bizTypes = ['REGISTER_LOGIN', 'REGISTER'] as const;

export function codeLoginRoutes(app: FastifyInstance, house: House) {
  const { config, database, clock, chance, secrets, log, metrics } = house;
  const accounts = accountStore(database.sql, agreementVersion);
  const { standingOf, misused } = createProofCheck(house);

  answer(app, config, commitCode, async ({ principal: typed, serviceId, agreed, redirectUrl }, visitor) => {
    const tell = (told: Told, ouid?: string): Told => {
      const line = { way: 'code', result: told.is, address: visitor.addressShown, ...(ouid && { account: ouid }) };
      log.info({ event: 'signIn', id: visitor.requestId, ...line });
      metrics.signIn('code', told.is);
      return told;
    };

    const asking = { serviceId, browser: visitor.browser, bizTypes };
    const named = readAccount(typed);
    const standing = named ? await standingOf(asking, named) : await misused(asking);
    if (standing.is !== 'verified' && standing.is !== 'over') return tell({ is: 'unknownService' });
    const { proof } = standing;
    const target = targetOf(config, visitor, [redirectUrl]);

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
      if (ouid) visitor.isAccount(ouid);
      return tell(told, ouid);
    }

    /** The proof, the account and the session, all or nothing. */
    async function enter(tx: Sql, existing: KnownAccount | undefined): Promise<Entered> {
      const own = codeStore(tx, clock, secrets.codes);
      if (!(await own.spendProof(asking))) return { told: { is: 'expiredCode' } };
      const made = existing ? undefined : await make(tx, proof, visitor);
      if (made) await own.made(serviceId, made.ouid);
      // Whoever was faster has made it in the meantime.
      const account = existing ?? made ?? (await accountStore(tx, agreementVersion).find(proof.principal));
      if (!account) throw new Error('An account was neither there nor made');
      return arriveAs(tx, account, made !== undefined);
    }

    /** The answer was lost: the same sign-in once more, in place of the first. */
    async function enterAgain(tx: Sql): Promise<Entered> {
      const ouid = await lostAnswerStore(tx, clock, secrets.codes).takeBack(asking);
      const account = ouid && (await accountStore(tx, agreementVersion).find({ kind: 'ouid', value: ouid }));
      return account ? arriveAs(tx, account, proof.account === ouid) : { told: { is: 'expiredCode' } };
    }

    async function arriveAs(tx: Sql, account: KnownAccount, isNew: boolean): Promise<Entered> {
      const { ouid } = account;
      const arrive = createArrival({ ...house, database: { ...database, sql: tx } });
      const factors = [proof.principal.kind === 'mobile' ? 'sms' : 'mail'];
      const proven = { account, way: 'code', factors, target, proof: handleHash(serviceId) } as const;
      const arrival = await arrive(proven, visitor);
      if (!isNew || arrival.is !== 'done') return { told: arrival, ouid };
      const setPwdServiceId = await passwordOfferStore(tx, clock, chance).offer(ouid);
      return { told: { is: 'done', data: { ...arrival.data, newUser: true, setPwdServiceId } }, ouid };
    }
  });

  /** Undefined when the address has got an account in the meantime. */
  async function make(tx: Sql, { principal }: Proof, visitor: Visitor): Promise<KnownAccount | undefined> {
    const people = accountStore(tx, agreementVersion);
    const now = new Date(clock.now());
    const ouid = chance.token(16);
    if (!(await people.add({ ouid, [principal.kind]: principal.value, createdAt: now }))) return undefined;
    await consentStore(tx).add({ account: ouid, version: agreementVersion, language: visitor.language, agreedAt: now });
    return people.find({ kind: 'ouid', value: ouid });
  }
}
