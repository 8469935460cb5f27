import { type Principal, mask } from '@foyer/contract/rules/account-rules';
import type { CallResponse, RequestOf } from '@foyer/contract/call';
import { sendCodeToEmail, sendCodeToMobile, verifyCode } from '@foyer/contract/flows/send-code';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { checkCode } from '../../parts/one-time-code/code-check.ts';
import { type CodeToSend, sendCode } from '../../parts/one-time-code/code-sender.ts';
import type { ClosedStep } from '../../parts/one-time-code/code-recipients.ts';
import { isExtraCodeToken } from '../../parts/one-time-code/extra-code.ts';
import { consumeHumanCheckToken } from '../../parts/one-time-code/human-check-token.ts';
import { rememberedPrincipal } from '../../parts/sign-in/remembered-accounts.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import type { RequestContext } from '../../http/requests/request-context.ts';
import type { BizType } from '@foyer/contract/flows/send-code';

type Request = RequestOf<typeof sendCodeToMobile | typeof sendCodeToEmail>;
type Response = CallResponse<typeof sendCodeToMobile>;

/** Codes that `sender/verify` accepts; the second factor has a call of its own. */
const verifiable: readonly BizType[] = [
  'REGISTER',
  'REGISTER_LOGIN',
  'RETRIEVE',
  'FIND_ACCOUNT',
  'MODIFY_IDCARD',
  'BIND_MOBILE',
];
/** A recipient without an account gets a message that says so instead of a code. */
const needsAccount: readonly BizType[] = ['RETRIEVE', 'FIND_ACCOUNT'];

export function sendCodeRoutes(server: FastifyInstance, services: Services) {
  const { codeRecipients, log, metrics, stores } = services;

  /** Undefined when the browser does not hold the handle it sends. */
  async function messageFor(
    kind: Principal['kind'],
    request: Request,
    context: RequestContext,
  ): Promise<CodeToSend | ClosedStep | undefined> {
    const { bizType } = request;
    const typed =
      'principal' in request && request.principal !== undefined ? { kind, value: request.principal } : undefined;
    if ((bizType === 'REGISTER_LOGIN' || bizType === 'RETRIEVE') && 'preServiceId' in request) {
      const recipient = await rememberedPrincipal(services, request.preServiceId, context);
      if (recipient?.kind !== kind) return undefined;
      return { bizType, recipient, content: 'code', previousHandle: request.preServiceId, isRevealed: true };
    }
    if ('preServiceId' in request) {
      const found = await codeRecipients[bizType]?.(request.preServiceId, context, kind, typed);
      if (found && 'is' in found) return found;
      if (!found || found.recipient.kind !== kind) return undefined;
      const content = found.account === undefined && bizType !== 'BIND_MOBILE' ? 'nothing' : 'code';
      return { ...found, bizType, previousHandle: request.preServiceId, content };
    }
    if (!typed) return undefined;
    // Queried for every purpose, so that the response time reveals nothing.
    const exists = await stores.accounts.exists(typed);
    const content = needsAccount.includes(bizType) && !exists ? 'noAccount' : 'code';
    return { bizType, recipient: typed, content, isRevealed: true };
  }

  async function send(kind: Principal['kind'], request: Request, context: RequestContext): Promise<Response> {
    const refusal = await consumeHumanCheckToken(services, request.auth, context);
    if (refusal) return refusal;
    const message = await messageFor(kind, request, context);
    if (!message) return { is: 'unknownServiceId' };
    if ('is' in message) return message;
    const sent = await sendCode(services, { ...message, isExtra: isExtraCodeToken(request.auth) }, context);
    const isShown = message.previousHandle !== undefined && message.isRevealed;
    const sentTo = isShown ? { sentTo: mask(message.recipient.value) } : {};
    // The code that was sent before can be entered.
    if (sent.is === 'codeTooSoon' && sent.data.serviceId) return { ...sent, data: { ...sent.data, ...sentTo } };
    if (sent.is !== 'done') return sent;
    return { is: 'done', data: { serviceId: sent.serviceId, ...sentTo } };
  }

  async function handleSend(kind: Principal['kind'], request: Request, context: RequestContext): Promise<Response> {
    const response = await send(kind, request, context);
    const line = { bizType: request.bizType, by: kind, result: response.is, address: context.maskedIp };
    log.info({ event: 'codeSent', id: context.requestId, ...line });
    metrics.codeSent(kind, request.bizType, response.is);
    return response;
  }

  handleCall(server, services, sendCodeToMobile, (request, context) => handleSend('mobile', request, context));
  handleCall(server, services, sendCodeToEmail, (request, context) => handleSend('email', request, context));

  handleCall(server, services, verifyCode, async ({ credentials, serviceId }, context) => {
    const { browserId } = context;
    const checked = await checkCode(services, { serviceId, browserId, bizTypes: verifiable }, credentials, context);
    const bizType = checked.is === 'right' ? checked.details.bizType : 'none';
    const result = checked.is === 'right' ? 'done' : checked.is;
    log.info({ event: 'codeChecked', id: context.requestId, bizType, result, address: context.maskedIp });
    metrics.codeChecked(bizType, result);
    return checked.is === 'right' ? { is: 'done', data: null } : checked;
  });
}
