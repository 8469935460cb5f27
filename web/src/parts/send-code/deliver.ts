import { type Principal, mask } from '@foyer/contract/rules/account-rules';
import type { Message, CallResult } from '@foyer/contract/call';
import type { Api } from '@foyer/contract/api-client';
import { sendCodeToEmail, sendCodeToMobile } from '@foyer/contract/flows/send-code';
import { failureOf } from '../../platform/i18n/failure.ts';
import type { NotSent, SentCode } from './send-code.machine.ts';

/** A code to the account that the person typed. */
type AccountBizType = 'REGISTER' | 'REGISTER_LOGIN' | 'RETRIEVE' | 'FIND_ACCOUNT';
/** A code to an account that only the service knows, by the `preServiceId` of an earlier step or sign-in. */
type KnownRecipientBizType =
  | 'LOGIN_DOUBLE_CHECK'
  | 'MODIFY_IDCARD'
  | 'FIND_ACCOUNT'
  | 'PROVE_AGAIN'
  | 'REGISTER_LOGIN'
  | 'RETRIEVE'
  | 'UNDO_CONTACT';

/** `extraCode`: the service offers a code beyond a limit for a harder human check. */
export type Delivery = SentCode | (NotSent & { extraCode?: boolean | undefined });
/** `auth` is the human-check token, which is valid for one code. */
export type DeliveryOptions = { auth: string | undefined; signal: AbortSignal };

export async function deliverToAccount(
  api: Api,
  bizType: AccountBizType,
  { kind, value }: Principal,
  { auth, signal }: DeliveryOptions,
) {
  const request = { bizType, principal: value, auth };
  return kind === 'mobile'
    ? deliveryOf(value, await api(sendCodeToMobile, request, { signal }))
    : deliveryOf(value, await api(sendCodeToEmail, request, { signal }));
}

export async function deliverByPreServiceId(
  api: Api,
  bizType: KnownRecipientBizType,
  preServiceId: string,
  { auth, signal }: DeliveryOptions,
  channel: Principal['kind'] = 'mobile',
): Promise<Delivery> {
  const request = { preServiceId, auth };
  const reply =
    // The second factor is never sent by e-mail.
    channel === 'email' && bizType !== 'LOGIN_DOUBLE_CHECK'
      ? await api(sendCodeToEmail, { bizType, ...request }, { signal })
      : await api(sendCodeToMobile, { bizType, ...request }, { signal });
  return reply.is === 'unknownServiceId' ? { problem: 'tooLate' } : deliveryOf('', reply);
}

/** Sends to the mobile number to bind: the typed `principal`, or the number that the service knows. */
export async function deliverToBind(
  api: Api,
  recipient: { preServiceId: string; principal?: string },
  { auth, signal }: DeliveryOptions,
): Promise<Delivery> {
  const reply = await api(sendCodeToMobile, { bizType: 'BIND_MOBILE', ...recipient, auth }, { signal });
  return reply.is === 'unknownServiceId' ? { problem: 'tooLate' } : deliveryOf(recipient.principal ?? '', reply);
}

function deliveryOf(
  principal: string,
  reply: CallResult<typeof sendCodeToMobile> | CallResult<typeof sendCodeToEmail>,
): Delivery {
  if (reply.is === 'done') {
    const { serviceId, sentTo = mask(principal) } = reply.data;
    return { serviceId, sentTo };
  }
  // The code that was sent before can be entered.
  if (reply.is === 'codeTooSoon' && reply.data.serviceId) {
    const { serviceId, sentTo = mask(principal), retryAfter } = reply.data;
    return { serviceId, sentTo, retryAfter };
  }
  return undelivered(reply);
}

export function undelivered(reply: { is: string; message?: Message; data?: unknown }): Delivery {
  const data = reply.data as { extraCode?: boolean; retryAfter?: number } | null | undefined;
  return {
    // The specification asks for "unknown error" when no response comes to this call.
    problem: reply.is === 'noResponse' ? 'unknown' : failureOf(reply),
    extraCode: data?.extraCode,
    retryAfter: reply.is === 'codeTooSoon' ? data?.retryAfter : undefined,
  };
}
