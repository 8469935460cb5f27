import type { Principal } from '@foyer/contract/rules/account-rules';
import { agreementVersion } from '@foyer/contract/agreement-version';
import type { Answer } from '@foyer/contract/call';
import { checkBindCode, sendBindCode } from '@foyer/contract/flows/sso-bind';
import type { FastifyInstance } from 'fastify';
import type { House } from '../../services.ts';
import { createArrival } from '../../parts/sign-in/complete-sign-in.ts';
import { createCodeCheck } from '../../parts/one-time-code/code-check.ts';
import { createCodeSender } from '../../parts/one-time-code/code-sender.ts';
import { createCompanyArrival } from '../../parts/sso/complete-sso-sign-in.ts';
import { createSignOutEverywhere } from '../../parts/sign-in/sign-out-everywhere.ts';
import { createHumanPass } from '../../parts/one-time-code/human-check-token.ts';
import type { Sql } from '../../database/database.ts';
import { answer } from '../../http/route.ts';
import { undoable } from '../../database/with-rollback.ts';
import type { Visitor } from '../../http/request-context.ts';
import { type AccessAsking, type AccessCode, accessCodeStore } from '../../store/access-codes.ts';
import { type KnownAccount, accountStore } from '../../store/accounts.ts';
import { type Asking, type Proof, codeStore, handleHash } from '../../store/codes.ts';
import { lostAnswerStore } from '../../store/replayable-results.ts';

type Sent = Answer<typeof sendBindCode>;
type Told = Answer<typeof checkBindCode>;

export function ssoBindRoutes(app: FastifyInstance, house: House) {
  const { config, database, clock, chance, secrets, log, metrics } = house;
  const accessCodes = accessCodeStore(database.sql, clock, chance);
  const codes = codeStore(database.sql, clock, secrets.codes);
  const takePass = createHumanPass(house);
  const send = createCodeSender(house);
  const checkCode = createCodeCheck(house);
  const insideOf = (tx: Sql): House => ({ ...house, database: { ...database, sql: tx } });

  answer(app, config, sendBindCode, async ({ type, credentials, robotModel }, visitor) => {
    const kind = type === 'MOBILE' ? 'mobile' : 'email';
    const told = await sendTo(kind, credentials, robotModel, visitor);
    log.info({ event: 'codeSent', id: visitor.requestId, bizType: 'SSO_BIND', by: kind, result: told.is });
    metrics.codeSent(kind, 'SSO_BIND', told.is);
    return told;
  });

  async function sendTo(
    kind: Principal['kind'],
    named: string | undefined,
    pass: string | undefined,
    visitor: Visitor,
  ): Promise<Sent> {
    const asking = askingOf(visitor);
    const row = asking && (await accessCodes.findBinding(asking));
    if (!row) return { is: 'ssoExpired' };
    if (row.emailOnly && kind === 'mobile') return { is: 'emailOnly' };
    const value = named ?? row[kind];
    if (!value) return { is: 'malformed' };
    const refused = await takePass(pass, visitor);
    if (refused) return refused;
    const nobody = { account: undefined, countedAs: undefined };
    const sending = { bizType: 'SSO_BIND', principal: { kind, value }, heldBy: asking.code, content: 'code' } as const;
    const sent = await send({ ...sending, ...nobody, told: true }, visitor);
    return sent.is === 'done' ? { is: 'done', data: { authCodeId: sent.serviceId } } : sent;
  }

  answer(app, config, checkBindCode, async ({ code, authCodeId }, visitor) => {
    const tell = (told: Told, way = 'sso', account?: string): Told => {
      const line = { way, result: told.is, address: visitor.addressShown, ...(account && { account }) };
      log.info({ event: 'companyBound', id: visitor.requestId, ...line });
      metrics.signIn(way, told.is);
      return told;
    };

    const access = askingOf(visitor);
    if (!access) return tell({ is: 'ssoExpired' });
    const asking = { serviceId: authCodeId, browser: visitor.browser, bizTypes: ['SSO_BIND'] } as const;
    const trying = { access, asking, code, visitor };
    const row = await accessCodes.findBinding(access);
    if (!row) return end(bindAgain);
    const standing = await codes.standing(asking);
    // A code that was sent for another identity proves nothing for this one.
    if (standing.is === 'unknown' || standing.proof.heldBy !== handleHash(access.code))
      return tell({ is: 'unknownService' }, row.way);
    const checked = await checkCode(asking, code);
    if (checked.is !== 'right') return tell(checked, row.way);
    return end(bind);

    async function end(binding: typeof bind): Promise<Told> {
      const { told, way, account } = await undoable<Bound>(database.sql, (tx, undo) =>
        binding(tx, { ...trying, undo }),
      );
      if (account) visitor.isAccount(account);
      return tell(told, way ?? row?.way, account);
    }
  });

  /** The proof, the access code, the account, the identity and the session: all or nothing, and once. */
  async function bind(tx: Sql, trying: Trying): Promise<Bound> {
    const proof = await codeStore(tx, clock, secrets.codes).spendProof(trying.asking, trying.code);
    const row = proof && (await accessCodes.bind(trying.access, tx));
    if (!row) return { told: { is: 'ssoExpired' } };

    const people = accountStore(tx, agreementVersion);
    const known = await people.find(proof.principal);
    if (known && isUnproven(known)) {
      await people.dropPassword(known.ouid);
      await createSignOutEverywhere(insideOf(tx))(known.ouid, tx);
    }
    return arriveAs(tx, known ?? (await make(tx, proof.principal)), row, proof, trying);
  }

  /** The answer was lost: the same sign-in once more, in place of the first. */
  async function bindAgain(tx: Sql, trying: Trying): Promise<Bound> {
    const { access, asking, code } = trying;
    const row = await accessCodeStore(tx, clock, chance).findBound(access);
    const standing = await codeStore(tx, clock, secrets.codes).standing(asking);
    const isItsOwn = standing.is !== 'unknown' && standing.proof.heldBy === handleHash(access.code);
    const ouid = row && isItsOwn ? await lostAnswerStore(tx, clock, secrets.codes).takeBack(asking, code) : undefined;
    const account = ouid && (await accountStore(tx, agreementVersion).find({ kind: 'ouid', value: ouid }));
    if (!row || !isItsOwn || !account) return { told: { is: 'ssoExpired' } };
    return arriveAs(tx, account, row, standing.proof, trying);
  }

  async function arriveAs(
    tx: Sql,
    account: KnownAccount,
    row: AccessCode,
    { principal }: Proof,
    { asking, visitor, undo }: Trying,
  ): Promise<Bound> {
    const { way, provider, subject, target } = row;
    if (provider === null || subject === null) return { told: { is: 'ssoExpired' } };
    const { agreeIfTicked, told } = createCompanyArrival(insideOf(tx));
    const agreed = await agreeIfTicked(account, row, visitor);
    const factors = [way, principal.kind === 'mobile' ? 'sms' : 'mail'];
    const proof = handleHash(asking.serviceId);
    const joining = { account: agreed, way, factors, target, proof, link: { provider, subject } };
    const arrival = await createArrival(insideOf(tx))(joining, visitor);
    const bound = { way, account: account.ouid };
    // With another address, the same access code can still be used.
    if (arrival.is === 'boundElsewhere' || arrival.is === 'accountDisabled') return undo({ ...bound, told: arrival });
    if (arrival.is !== 'done') return { ...bound, told: arrival };
    return { ...bound, told: { is: 'done', data: told(account, arrival.data) } };
  }

  async function make(tx: Sql, { kind, value }: Principal): Promise<KnownAccount> {
    const people = accountStore(tx, agreementVersion);
    const ouid = chance.token(16);
    const added = await people.add({ ouid, [kind]: value, createdAt: new Date(clock.now()) });
    // Whoever was faster has made it in the meantime.
    const account = await people.find(added ? { kind: 'ouid', value: ouid } : { kind, value });
    if (!account) throw new Error('An account was neither there nor made');
    return account;
  }
}

interface Trying {
  access: AccessAsking;
  asking: Asking;
  code: string;
  visitor: Visitor;
  undo(bound: Bound): never;
}

interface Bound {
  told: Told;
  way?: string;
  account?: string;
}

/** With cookies or without, by now it is a browser that has a name. */
function askingOf({ accessCode, browser }: Visitor): AccessAsking | undefined {
  return accessCode !== undefined && browser !== undefined ? { code: accessCode, browser } : undefined;
}

/** Made for somebody by their company, and nobody has been in yet: whoever set the password need not be that person. */
const isUnproven = ({ idNumber, lastSignInAt, identityCheckedAt }: KnownAccount) =>
  idNumber !== null && lastSignInAt === null && identityCheckedAt === null;
