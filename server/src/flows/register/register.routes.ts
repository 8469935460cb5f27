import { readAccount } from '@foyer/contract/rules/account-rules';
import { agreementVersion } from '@foyer/contract/agreement-version';
import type { CallResponse } from '@foyer/contract/call';
import { checkAccountTaken, registerAccount } from '@foyer/contract/flows/register';
import { seconds } from '@foyer/contract/time';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { createProofCheck } from '../../parts/one-time-code/proof-check.ts';
import { handleCall } from '../../http/route.ts';
import { hashing } from '../../platform/service-limits.ts';
import { accountStore } from '../../store/accounts.ts';
import { type Asking, type Proof, codeStore } from '../../store/codes.ts';

type Told = CallResponse<typeof registerAccount>;

export function registerRoutes(app: FastifyInstance, services: Services) {
  const { config, database, clock, random, secrets, passwords, isCommonPassword, log, metrics } = services;
  const codes = codeStore(database.sql, clock, secrets.codes);
  const accounts = accountStore(database.sql, agreementVersion);
  const { standingOf } = createProofCheck(services);

  handleCall(app, config, checkAccountTaken, async ({ principal: typed }, context) => {
    const principal = readAccount(typed);
    if (!principal) return { is: 'malformed' };
    // Both are looked for in any case, so that the answer takes as long for everyone.
    const [proven, account] = await Promise.all([
      codes.hasProven(principal, context.browserId),
      accounts.find(principal),
    ]);
    return { is: 'done', data: { accountExist: proven && account !== undefined } };
  });

  handleCall(app, config, registerAccount, async ({ serviceId, password }, context) => {
    const tell = (told: Told, ouid?: string): Told => {
      const line = { result: told.is, address: context.maskedIp, ...(ouid && { account: ouid }) };
      log.info({ event: 'registration', id: context.requestId, ...line });
      metrics.registration(told.is);
      if (told.is === 'done') context.markRegistered();
      return told;
    };

    const asking = { serviceId, browser: context.browserId, bizTypes: ['REGISTER'] } as const;
    const standing = await standingOf(asking);
    if (standing.is !== 'verified' && standing.is !== 'over') return tell({ is: 'unknownService' });
    const before = standing.is === 'over' ? await codes.madeBy(asking, password) : undefined;
    if (standing.is === 'over' && !before) return tell({ is: 'expiredCode' });
    if (before?.same) return tell({ is: 'done', data: { ouid: before.ouid } }, before.ouid);
    if (isCommonPassword(password, [standing.proof.principal.value])) return tell({ is: 'commonPassword' });

    const slot = passwords.reserveSlot();
    if (!slot) return tell({ is: 'busy', data: { retryAfter: hashing.retryAfter / seconds(1) } });
    try {
      const passwordHash = await slot.hash(password);
      const told = before
        ? await chooseAnew(before.ouid, { serviceId, password, passwordHash })
        : await make(asking, password, passwordHash);
      return tell(told, told.is === 'done' ? told.data.ouid : undefined);
    } finally {
      slot.release();
    }
  });

  /** The proof is used up together with what it makes, or not at all: who has an account signs in with it instead. */
  async function make(asking: Asking, password: string, passwordHash: string): Promise<Told> {
    const ouid = random.token(16);
    let proof: Proof | undefined;
    const made = await database.sql
      .transaction(async (tx) => {
        const own = codeStore(tx, clock, secrets.codes);
        proof = await own.spendProof(asking, password);
        if (!proof) return false;
        const { kind, value } = proof.principal;
        const account = { ouid, [kind]: value, passwordHash, createdAt: new Date(clock.now()) };
        if (!(await accountStore(tx, agreementVersion).add(account))) throw new Taken();
        await own.made(asking.serviceId, ouid);
        return true;
      })
      .catch((error: unknown) => {
        if (error instanceof Taken) return false;
        throw error;
      });
    if (made) return { is: 'done', data: { ouid } };
    if (proof) return { is: 'accountTaken' };
    const before = await codes.madeBy(asking, password);
    if (!before) return { is: 'expiredCode' };
    return before.same ? { is: 'done', data: { ouid: before.ouid } } : { is: 'registeredBefore' };
  }

  /** The answer was lost and the person chose another password: it counts as long as nobody has been in. */
  async function chooseAnew(ouid: string, chosen: Chosen): Promise<Told> {
    const isSet = await database.sql.transaction(async (tx) => {
      if (!(await accounts.setFirstPasswordHash(ouid, chosen.passwordHash, tx))) return false;
      await codeStore(tx, clock, secrets.codes).spentOn(chosen.serviceId, chosen.password);
      return true;
    });
    return isSet ? { is: 'done', data: { ouid } } : { is: 'registeredBefore' };
  }
}

type Chosen = { serviceId: string; password: string; passwordHash: string };

/** Undoes what was begun. */
class Taken extends Error {}
