import type { Principal } from '@foyer/contract/rules/account-rules';
import { agreementVersion } from '@foyer/contract/agreement-version';
import type { CallResponse } from '@foyer/contract/call';
import { checkBindCode, sendBindCode } from '@foyer/contract/flows/sso-bind';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { createCompleteSignIn } from '../../parts/sign-in/complete-sign-in.ts';
import { createCodeCheck } from '../../parts/one-time-code/code-check.ts';
import { createCodeSender } from '../../parts/one-time-code/code-sender.ts';
import { createCompleteSsoSignIn } from '../../parts/sso/complete-sso-sign-in.ts';
import { createSignOutEverywhere } from '../../parts/sign-in/sign-out-everywhere.ts';
import { createHumanCheckToken } from '../../parts/one-time-code/human-check-token.ts';
import type { Sql } from '../../database/database.ts';
import { handleCall } from '../../http/route.ts';
import { withRollback } from '../../database/with-rollback.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { type AccessAsking, type AccessCode, accessCodeStore } from '../../store/access-codes.ts';
import { type KnownAccount, accountStore } from '../../store/accounts.ts';
import { type Asking, type Proof, codeStore, handleHash } from '../../store/codes.ts';
import { replayableResultStore } from '../../store/replayable-results.ts';

type Sent = CallResponse<typeof sendBindCode>;
type Told = CallResponse<typeof checkBindCode>;

export function ssoBindRoutes(app: FastifyInstance, services: Services) {
  const { config, database, clock, random, secrets, log, metrics } = services;
  const accessCodes = accessCodeStore(database.sql, clock, random);
  const codes = codeStore(database.sql, clock, secrets.codes);
  const takePass = createHumanCheckToken(services);
  const send = createCodeSender(services);
  const checkCode = createCodeCheck(services);
  const insideOf = (tx: Sql): Services => ({ ...services, database: { ...database, sql: tx } });

  handleCall(app, config, sendBindCode, async ({ type, credentials, robotModel }, context) => {
    const kind = type === 'MOBILE' ? 'mobile' : 'email';
    const told = await sendTo(kind, credentials, robotModel, context);
    log.info({ event: 'codeSent', id: context.requestId, bizType: 'SSO_BIND', by: kind, result: told.is });
    metrics.codeSent(kind, 'SSO_BIND', told.is);
    return told;
  });

  async function sendTo(
    kind: Principal['kind'],
    named: string | undefined,
    pass: string | undefined,
    context: RequestContext,
  ): Promise<Sent> {
    const asking = askingOf(context);
    const row = asking && (await accessCodes.findBinding(asking));
    if (!row) return { is: 'ssoExpired' };
    if (row.emailOnly && kind === 'mobile') return { is: 'emailOnly' };
    const value = named ?? row[kind];
    if (!value) return { is: 'malformed' };
    const refused = await takePass(pass, context);
    if (refused) return refused;
    const nobody = { account: undefined, countedAs: undefined };
    const sending = { bizType: 'SSO_BIND', principal: { kind, value }, heldBy: asking.code, content: 'code' } as const;
    const sent = await send({ ...sending, ...nobody, told: true }, context);
    return sent.is === 'done' ? { is: 'done', data: { authCodeId: sent.serviceId } } : sent;
  }

  handleCall(app, config, checkBindCode, async ({ code, authCodeId }, context) => {
    const tell = (told: Told, way = 'sso', account?: string): Told => {
      const line = { way, result: told.is, address: context.maskedIp, ...(account && { account }) };
      log.info({ event: 'companyBound', id: context.requestId, ...line });
      metrics.signIn(way, told.is);
      return told;
    };

    const access = askingOf(context);
    if (!access) return tell({ is: 'ssoExpired' });
    const asking = { serviceId: authCodeId, browser: context.browserId, bizTypes: ['SSO_BIND'] } as const;
    const trying = { access, asking, code, context };
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
      const { told, way, account } = await withRollback<Bound>(database.sql, (tx, undo) =>
        binding(tx, { ...trying, undo }),
      );
      if (account) context.setLoggedAccount(account);
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
    const row = await accessCodeStore(tx, clock, random).findBound(access);
    const standing = await codeStore(tx, clock, secrets.codes).standing(asking);
    const isItsOwn = standing.is !== 'unknown' && standing.proof.heldBy === handleHash(access.code);
    const ouid =
      row && isItsOwn ? await replayableResultStore(tx, clock, secrets.codes).takeBack(asking, code) : undefined;
    const account = ouid && (await accountStore(tx, agreementVersion).find({ kind: 'ouid', value: ouid }));
    if (!row || !isItsOwn || !account) return { told: { is: 'ssoExpired' } };
    return arriveAs(tx, account, row, standing.proof, trying);
  }

  async function arriveAs(
    tx: Sql,
    account: KnownAccount,
    row: AccessCode,
    { principal }: Proof,
    { asking, context, undo }: Trying,
  ): Promise<Bound> {
    const { way, provider, subject, target } = row;
    if (provider === null || subject === null) return { told: { is: 'ssoExpired' } };
    const { agreeIfTicked, told } = createCompleteSsoSignIn(insideOf(tx));
    const agreed = await agreeIfTicked(account, row, context);
    const factors = [way, principal.kind === 'mobile' ? 'sms' : 'mail'];
    const proof = handleHash(asking.serviceId);
    const joining = { account: agreed, way, factors, target, proof, link: { provider, subject } };
    const arrival = await createCompleteSignIn(insideOf(tx))(joining, context);
    const bound = { way, account: account.ouid };
    // With another address, the same access code can still be used.
    if (arrival.is === 'boundElsewhere' || arrival.is === 'accountDisabled') return undo({ ...bound, told: arrival });
    if (arrival.is !== 'done') return { ...bound, told: arrival };
    return { ...bound, told: { is: 'done', data: told(account, arrival.data) } };
  }

  async function make(tx: Sql, { kind, value }: Principal): Promise<KnownAccount> {
    const people = accountStore(tx, agreementVersion);
    const ouid = random.token(16);
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
  context: RequestContext;
  undo(bound: Bound): never;
}

interface Bound {
  told: Told;
  way?: string;
  account?: string;
}

/** With cookies or without, by now it is a browser that has a name. */
function askingOf({ accessCode, browserId }: RequestContext): AccessAsking | undefined {
  return accessCode !== undefined && browserId !== undefined ? { code: accessCode, browser: browserId } : undefined;
}

/** Made for somebody by their company, and nobody has been in yet: whoever set the password need not be that person. */
const isUnproven = ({ idNumber, lastSignInAt, identityCheckedAt }: KnownAccount) =>
  idNumber !== null && lastSignInAt === null && identityCheckedAt === null;
