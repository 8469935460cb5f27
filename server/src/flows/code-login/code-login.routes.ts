import { readAccount } from '@foyer/contract/account-rules';
import { agreementVersion } from '@foyer/contract/agreement-version';
import type { Answer } from '@foyer/contract/call';
import { commitCode } from '@foyer/contract/code-login';
import type { FastifyInstance } from 'fastify';
import type { House } from '../../house.ts';
import { createArrival } from '../../parts/arrival.ts';
import { targetOf } from '../../parts/target.ts';
import type { Sql } from '../../platform/database.ts';
import { answer } from '../../platform/route.ts';
import type { Visitor } from '../../platform/visitor.ts';
import { type KnownAccount, accountStore } from '../../store/accounts.ts';
import { type Proof, codeStore } from '../../store/codes.ts';
import { consentStore } from '../../store/consents.ts';
import { passwordOfferStore } from '../../store/password-offers.ts';

type Told = Answer<typeof commitCode>;

/** Someone who wanted to register and has an account already signs in with the code that proved it. */
const bizTypes = ['REGISTER_LOGIN', 'REGISTER'] as const;

export function codeLoginRoutes(app: FastifyInstance, house: House) {
  const { config, database, clock, chance, secrets, log, metrics } = house;
  const codes = codeStore(database.sql, clock, secrets.codes);
  const accounts = accountStore(database.sql, agreementVersion);

  answer(app, config, commitCode, async ({ principal: typed, serviceId, agreed, redirectUrl }, visitor) => {
    const tell = (told: Told, ouid?: string): Told => {
      const line = { way: 'code', result: told.is, address: visitor.addressShown, ...(ouid && { account: ouid }) };
      log.info({ event: 'signIn', id: visitor.requestId, ...line });
      metrics.signIn('code', told.is);
      return told;
    };

    const asking = { serviceId, browser: visitor.browser, bizTypes };
    const standing = await codes.standing(asking);
    if (standing.is === 'over') return tell({ is: 'expiredCode' });
    if (standing.is !== 'verified') return tell({ is: 'unknownService' });
    const { principal, bizType } = standing.proof;
    const named = readAccount(typed);
    if (named?.kind !== principal.kind || named.value !== principal.value) return tell({ is: 'unknownService' });

    const found = await accounts.find(principal);
    if (!found && bizType === 'REGISTER') return tell({ is: 'unknownService' });
    // Someone new has to agree first; the proof stays good for the second time.
    if (!found && !agreed) return tell({ is: 'needsAgreement', data: { version: agreementVersion } });

    const target = targetOf(config, visitor, [redirectUrl]);
    const entered = await database.sql.transaction((tx) => enter(tx, found, target));
    if (entered.ouid) visitor.isAccount(entered.ouid);
    return tell(entered.told, entered.ouid);

    /** The proof, the account and the session, all or nothing. */
    async function enter(
      tx: Sql,
      existing: KnownAccount | undefined,
      to: string,
    ): Promise<{ told: Told; ouid?: string }> {
      const proof = await codeStore(tx, clock, secrets.codes).spendProof(asking);
      if (!proof) return { told: { is: 'expiredCode' } };
      const made = existing ? undefined : await make(tx, proof, visitor);
      // Whoever was faster has made it in the meantime.
      const account = existing ?? made ?? (await accountStore(tx, agreementVersion).find(proof.principal));
      if (!account) throw new Error('An account was neither there nor made');
      const { ouid } = account;
      const arrive = createArrival({ ...house, database: { ...database, sql: tx } });
      const factors = [proof.principal.kind === 'mobile' ? 'sms' : 'mail'];
      const arrival = await arrive({ account, way: 'code', factors, target: to }, visitor);
      if (!made || arrival.is !== 'done') return { told: arrival, ouid };
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
