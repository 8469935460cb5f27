import { type Principal, mask } from '@foyer/contract/rules/account-rules';
import { agreementVersion } from '@foyer/contract/agreement-version';
import type { CallResponse, RequestOf } from '@foyer/contract/call';
import { sendCodeToEmail, sendCodeToMobile, verifyCode } from '@foyer/contract/flows/send-code';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { createCodeCheck } from '../../parts/one-time-code/code-check.ts';
import { type Sending, createCodeSender } from '../../parts/one-time-code/code-sender.ts';
import { createHumanCheckToken } from '../../parts/one-time-code/human-check-token.ts';
import { handleCall } from '../../http/route.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { accountStore } from '../../store/accounts.ts';
import type { BizType } from '../../store/codes.ts';

type Ask = RequestOf<typeof sendCodeToMobile | typeof sendCodeToEmail>;
type Told = CallResponse<typeof sendCodeToMobile>;

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

export function sendCodeRoutes(app: FastifyInstance, services: Services) {
  const { config, database, codeRecipients, log, metrics } = services;
  const accounts = accountStore(database.sql, agreementVersion);
  const takePass = createHumanCheckToken(services);
  const send = createCodeSender(services);
  const checkCode = createCodeCheck(services);

  /** Where it goes and what goes there; undefined for a handle that this browser does not have. */
  async function sendingFor(kind: Principal['kind'], ask: Ask, context: RequestContext): Promise<Sending | undefined> {
    const { bizType } = ask;
    const named = 'principal' in ask && ask.principal !== undefined ? { kind, value: ask.principal } : undefined;
    if ('preServiceId' in ask) {
      const held = await codeRecipients[bizType]?.(ask.preServiceId, context, named);
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

  async function handle(kind: Principal['kind'], ask: Ask, context: RequestContext): Promise<Told> {
    const refused = await takePass(ask.auth, context);
    if (refused) return refused;
    const sending = await sendingFor(kind, ask, context);
    if (!sending) return { is: 'unknownService' };
    const sent = await send(sending, context);
    if (sent.is !== 'done') return sent;
    const shown = sending.heldBy !== undefined && sending.told ? { sentTo: mask(sending.principal.value) } : {};
    return { is: 'done', data: { serviceId: sent.serviceId, ...shown } };
  }

  async function answered(kind: Principal['kind'], ask: Ask, context: RequestContext): Promise<Told> {
    const outcome = await handle(kind, ask, context);
    const line = { bizType: ask.bizType, by: kind, result: outcome.is, address: context.maskedIp };
    log.info({ event: 'codeSent', id: context.requestId, ...line });
    metrics.codeSent(kind, ask.bizType, outcome.is);
    return outcome;
  }

  handleCall(app, config, sendCodeToMobile, (ask, context) => answered('mobile', ask, context));
  handleCall(app, config, sendCodeToEmail, (ask, context) => answered('email', ask, context));

  handleCall(app, config, verifyCode, async ({ credentials, serviceId }, context) => {
    const checked = await checkCode({ serviceId, browser: context.browserId, bizTypes: verifiable }, credentials);
    const bizType = checked.is === 'right' ? checked.proof.bizType : 'none';
    const result = checked.is === 'right' ? 'done' : checked.is;
    log.info({ event: 'codeChecked', id: context.requestId, bizType, result, address: context.maskedIp });
    metrics.codeChecked(bizType, result);
    return checked.is === 'right' ? { is: 'done', data: null } : checked;
  });
}
