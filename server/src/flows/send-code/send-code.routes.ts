import { type Principal, mask } from '@foyer/contract/rules/account-rules';
import { agreementVersion } from '@foyer/contract/agreement-version';
import type { Answer, RequestOf } from '@foyer/contract/call';
import { sendCodeToEmail, sendCodeToMobile, verifyCode } from '@foyer/contract/flows/send-code';
import type { FastifyInstance } from 'fastify';
import type { House } from '../../services.ts';
import { createCodeCheck } from '../../parts/one-time-code/code-check.ts';
import { type Sending, createCodeSender } from '../../parts/one-time-code/code-sender.ts';
import { createHumanPass } from '../../parts/one-time-code/human-check-token.ts';
import { answer } from '../../http/route.ts';
import type { Visitor } from '../../http/request-context.ts';
import { accountStore } from '../../store/accounts.ts';
import type { BizType } from '../../store/codes.ts';

type Ask = RequestOf<typeof sendCodeToMobile | typeof sendCodeToEmail>;
type Told = Answer<typeof sendCodeToMobile>;

/** Codes that are typed into `sender/verify`; the second factor has a call of its own. */
const verifiable: readonly BizType[] = [
  'REGISTER',
  'REGISTER_LOGIN',
  'RETRIEVE',
  'FIND_ACCOUNT',
  'MODIFY_IDCARD',
  'BIND_MOBILE',
];
/** Without an account there is nothing to get back into, and the owner of the address is told so instead. */
const needAccount: readonly BizType[] = ['RETRIEVE', 'FIND_ACCOUNT'];

export function sendCodeRoutes(app: FastifyInstance, house: House) {
  const { config, database, heldTargets, log, metrics } = house;
  const accounts = accountStore(database.sql, agreementVersion);
  const takePass = createHumanPass(house);
  const send = createCodeSender(house);
  const checkCode = createCodeCheck(house);

  /** Where it goes and what goes there; undefined for a handle that this browser does not have. */
  async function sendingFor(kind: Principal['kind'], ask: Ask, visitor: Visitor): Promise<Sending | undefined> {
    const { bizType } = ask;
    const named = 'principal' in ask && ask.principal !== undefined ? { kind, value: ask.principal } : undefined;
    if ('preServiceId' in ask) {
      const held = await heldTargets[bizType]?.(ask.preServiceId, visitor, named);
      if (!held || held.address.kind !== kind) return undefined;
      const { account, address: principal, told, countedAs } = held;
      const content = account === undefined && bizType !== 'BIND_MOBILE' ? 'nothing' : 'code';
      return { bizType, principal, account, heldBy: ask.preServiceId, content, told, countedAs };
    }
    if (!named) return undefined;
    // Looked for in any case, so that it takes as long.
    const account = await accounts.find(named);
    const content = needAccount.includes(bizType) && !account ? 'noAccount' : 'code';
    const nobody = { account: undefined, heldBy: undefined, countedAs: undefined };
    return { bizType, principal: named, ...nobody, content, told: true };
  }

  async function handle(kind: Principal['kind'], ask: Ask, visitor: Visitor): Promise<Told> {
    const refused = await takePass(ask.auth, visitor);
    if (refused) return refused;
    const sending = await sendingFor(kind, ask, visitor);
    if (!sending) return { is: 'unknownService' };
    const sent = await send(sending, visitor);
    if (sent.is !== 'done') return sent;
    const shown = sending.heldBy !== undefined && sending.told ? { sentTo: mask(sending.principal.value) } : {};
    return { is: 'done', data: { serviceId: sent.serviceId, ...shown } };
  }

  async function answered(kind: Principal['kind'], ask: Ask, visitor: Visitor): Promise<Told> {
    const outcome = await handle(kind, ask, visitor);
    const line = { bizType: ask.bizType, by: kind, result: outcome.is, address: visitor.addressShown };
    log.info({ event: 'codeSent', id: visitor.requestId, ...line });
    metrics.codeSent(kind, ask.bizType, outcome.is);
    return outcome;
  }

  answer(app, config, sendCodeToMobile, (ask, visitor) => answered('mobile', ask, visitor));
  answer(app, config, sendCodeToEmail, (ask, visitor) => answered('email', ask, visitor));

  answer(app, config, verifyCode, async ({ credentials, serviceId }, visitor) => {
    const checked = await checkCode({ serviceId, browser: visitor.browser, bizTypes: verifiable }, credentials);
    const bizType = checked.is === 'right' ? checked.proof.bizType : 'none';
    const result = checked.is === 'right' ? 'done' : checked.is;
    log.info({ event: 'codeChecked', id: visitor.requestId, bizType, result, address: visitor.addressShown });
    metrics.codeChecked(bizType, result);
    return checked.is === 'right' ? { is: 'done', data: null } : checked;
  });
}
