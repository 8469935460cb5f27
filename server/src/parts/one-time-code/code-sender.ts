import type { Principal } from '@foyer/contract/rules/account-rules';
import { code as limits } from '@foyer/contract/limits';
import { messages } from '@foyer/contract/texts/service-texts';
import { minutes, seconds } from '@foyer/contract/time';
import type { Services } from '../../services.ts';
import type { RequestContext } from '../../http/requests/request-context.ts';
import type { Delivery } from '../../providers/messaging/delivery.ts';
import type { ConsumeResult, Quota } from '../../store/limits/quotas.ts';
import type { BizType } from '@foyer/contract/flows/send-code';
import { wrongCodes as wrongCodeLimits } from './code-quotas.ts';
import { extraCodeQuotas, hasExtraCodeLeft } from './extra-code.ts';
import { mailPage } from '../notices/mail-html.ts';
import { livingServiceId, sealServiceId } from './handed-over-code.ts';
import { quotaOwner, otherBrowsers, sendQuotas, wrongCodeQuota } from './code-quotas.ts';

export interface CodeToSend {
  bizType: BizType;
  recipient: Principal;
  /** Stored with the code, where an earlier step knows it. */
  account?: string | undefined;
  previousHandle?: string | undefined;
  /** `noAccount` says that no account has this recipient. `nothing` sends no message. */
  content: 'code' | 'noAccount' | 'nothing';
  /** Whether the response may show if a code was sent. */
  isRevealed: boolean;
  countedAs?: string | undefined;
  /** Whether it may be sent beyond the limits of the recipient. */
  isExtra?: boolean;
}

export type SendCodeResult =
  | { is: 'done'; serviceId: string }
  | { is: 'codeTooSoon'; data: { retryAfter: number; serviceId?: string } }
  | { is: 'tooManyRequests'; data: { retryAfter: number } }
  | RecipientRefusal
  | { is: 'codeNotSent' };
type SendRefusal = Exclude<SendCodeResult, { is: 'done' }>;
type Consumed = ConsumeResult & { is: 'consumed' };
type RecipientKind = CodeToSend['recipient']['kind'];
type RecipientRefusal =
  | { is: 'codeLimitReached'; data: { retryAfter: number; kind: RecipientKind; extraCode?: boolean } }
  | { is: 'cannotReceiveCodes'; data: { kind: RecipientKind; extraCode?: boolean } };

/**
 * Consumes the quotas, stores the code, then delivers it. When the delivery fails, the quotas are refunded and an
 * earlier code stays valid, as if no code had been requested; except where the response must not reveal it.
 */
export async function sendCode(
  services: Services,
  message: CodeToSend,
  context: RequestContext,
): Promise<SendCodeResult> {
  const { config, random, messenger, backgroundTasks, log, stores } = services;
  const { codes, quotas } = stores;
  const { bizType, recipient, account, previousHandle, countedAs } = message;
  const counted = { kind: recipient.kind, value: countedAs ?? recipient.value };
  const { kind } = recipient;
  if (!messenger[kind === 'mobile' ? 'sms' : 'mail']) return { is: 'cannotReceiveCodes', data: { kind } };

  const browserId = context.ensureBrowserId();
  const owner = await quotaOwner(stores, counted, browserId);
  const wrongCodes = wrongCodeQuota(counted, owner, config.limits.codes);
  const [wrongInARow = 0] = await quotas.used([wrongCodes.key], wrongCodeLimits.countedFor);

  const sender = { clientIp: context.clientIp, maskedIp: context.maskedIp, browserId };
  const wanted = sendQuotas(counted, owner, bizType, sender, config.limits.codes);
  const consumed =
    wrongInARow >= config.limits.codes.maxWrongInARow
      ? await consumeExtra({ is: 'cannotReceiveCodes', data: { kind } })
      : await consumeQuotas(Object.values(wanted));
  if (consumed.is !== 'consumed') return consumed;

  const serviceId = random.token();
  const code = random.digits(limits.length);
  const sealedServiceId = sealServiceId(services, message, browserId, serviceId);
  await codes.add({ serviceId, code, bizType, recipient, browserId, account, previousHandle, sealedServiceId });
  if (message.isRevealed) return deliverCode(consumed.refund);
  // The response does not wait, so that its time does not reveal whether anything was sent.
  backgroundTasks.run('codeNotSent', async () => void (await deliverCode(consumed.refund)));
  return { is: 'done', serviceId };

  async function consumeQuotas(all: readonly Quota[], refusal?: RecipientRefusal): Promise<Consumed | SendRefusal> {
    const result = await quotas.consume(all);
    if (result.is === 'consumed') return result;
    const { quota, retryAfter } = result;
    if (quota === wanted.total) log.error({ event: 'codesStopped', id: context.requestId });
    if (quota === wanted.pause) {
      const living = await livingServiceId(services, message, browserId);
      return { is: 'codeTooSoon', data: { retryAfter, ...(living !== undefined && { serviceId: living }) } };
    }
    if (quota === wanted.recipient) return consumeExtra({ is: 'codeLimitReached', data: { retryAfter, kind } });
    return refusal && !Object.values(wanted).includes(quota)
      ? refusal
      : { is: 'tooManyRequests', data: { retryAfter } };
  }

  /** The refusal says whether a code is sent for a harder human check. */
  async function consumeExtra(refusal: RecipientRefusal): Promise<Consumed | SendRefusal> {
    if (owner !== otherBrowsers) return refusal;
    const { recipient: _, ...others } = wanted;
    const extra = extraCodeQuotas(counted, sender);
    if (message.isExtra) return consumeQuotas([...Object.values(others), ...extra], refusal);
    if (await hasExtraCodeLeft(stores, extra)) refusal.data.extraCode = true;
    return refusal;
  }

  async function deliverCode(refund: () => Promise<void>): Promise<SendCodeResult> {
    const hidden = await consumeHiddenQuotas();
    if (hidden.is === 'refused') return { is: 'done', serviceId };
    const delivery = await deliver(services, message, code, context);
    const hasFailed = delivery.is === 'failed' || delivery.is === 'noResponse';
    if (hasFailed) {
      log.error({ event: 'codeNotSent', id: context.requestId, by: recipient.kind, why: delivery.why });
      await hidden.refund();
    }
    // A failure that is not revealed changes nothing that a later response shows.
    if (delivery.is === 'accepted' || !message.isRevealed) {
      await codes.expireOlder({ serviceId, recipient, bizType, browserId });
      return { is: 'done', serviceId };
    }
    await codes.remove(serviceId);
    if (hasFailed) await refund();
    return refusalFor(delivery, kind);
  }

  /** A recipient that is counted as another value keeps its own limits too, but no response shows them. */
  function consumeHiddenQuotas(): Promise<ConsumeResult> {
    if (countedAs === undefined || message.content === 'nothing') return quotas.consume([]);
    const { pause, recipient: own } = sendQuotas(recipient, otherBrowsers, bizType, sender, config.limits.codes);
    return quotas.consume([pause, own]);
  }
}

async function deliver(
  { config, messenger }: Services,
  { bizType, recipient, content }: CodeToSend,
  code: string,
  { language, deviceLabel, maskedIp }: RequestContext,
): Promise<Delivery> {
  if (content === 'nothing') return { is: 'accepted' };
  const validFor = limits.lifetime / minutes(1);
  const to = recipient.value;
  const { codeMail, codePurposes, codeTitles } = messages[language];
  if (recipient.kind === 'mobile') {
    const host = new URL(config.publicUrl).hostname;
    const values = content === 'code' ? { code, minutes: String(validFor), host } : {};
    const sms = { kind: content, purpose: bizType, to, language, values, more: { purpose: codePurposes[bizType] } };
    return (await messenger.sms?.(sms)) ?? { is: 'cannotReceive' };
  }
  const { brand, company, support } = config.page;
  const text = codeMail({
    brand: brand[language],
    company: company[language],
    code: content === 'code' ? code : undefined,
    minutes: validFor,
    title: codeTitles[bizType],
    purpose: codePurposes[bizType],
    device: deviceLabel,
    address: maskedIp,
    support,
  });
  const mail = mailPage(language, config.page, text);
  return (await messenger.mail?.({ to, language, ...mail })) ?? { is: 'cannotReceive' };
}

function refusalFor(delivery: Exclude<Delivery, { is: 'accepted' }>, kind: RecipientKind): SendCodeResult {
  switch (delivery.is) {
    case 'cannotReceive':
      return { is: 'cannotReceiveCodes', data: { kind } };
    case 'tooFrequent': {
      const { retryAfter } = delivery;
      return retryAfter * seconds(1) <= minutes(1)
        ? { is: 'codeTooSoon', data: { retryAfter } }
        : { is: 'codeLimitReached', data: { retryAfter, kind } };
    }
    case 'failed':
    case 'noResponse':
      return { is: 'codeNotSent' };
  }
}
