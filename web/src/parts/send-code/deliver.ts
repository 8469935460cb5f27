import { type Principal, mask } from '@foyer/contract/rules/account-rules';
import type { CallResult } from '@foyer/contract/call';
import type { Api } from '@foyer/contract/api-client';
import { sendCodeToEmail, sendCodeToMobile } from '@foyer/contract/flows/send-code';
import { failureOf } from '../../platform/i18n/failure.ts';
import type { SendProblem, Sent } from './send-code.machine.ts';

/** A code for the account that a person named. */
type NamedBiz = 'REGISTER' | 'REGISTER_LOGIN' | 'RETRIEVE' | 'FIND_ACCOUNT';
/** A code for an account that only the service knows, by a handle from an earlier step. */
type HeldBiz = 'LOGIN_DOUBLE_CHECK' | 'MODIFY_IDCARD' | 'FIND_ACCOUNT';

export type Delivery = Sent | { problem: SendProblem };
type Pass = { auth: string; signal: AbortSignal };

export async function deliverTo(api: Api, bizType: NamedBiz, { kind, value }: Principal, { auth, signal }: Pass) {
  const ask = { bizType, principal: value, auth };
  return kind === 'mobile'
    ? delivery(value, await api(sendCodeToMobile, ask, { signal }))
    : delivery(value, await api(sendCodeToEmail, ask, { signal }));
}

export async function deliverHeld(
  api: Api,
  bizType: HeldBiz,
  preServiceId: string,
  { auth, signal }: Pass,
  by?: 'email',
): Promise<Delivery> {
  const ask = { preServiceId, auth };
  const reply =
    by === 'email' && bizType !== 'LOGIN_DOUBLE_CHECK'
      ? await api(sendCodeToEmail, { bizType, ...ask }, { signal })
      : await api(sendCodeToMobile, { bizType, ...ask }, { signal });
  return reply.is === 'unknownService' ? { problem: 'tooLate' } : delivery('', reply);
}

/** To a number that is to be bound: the one typed, or the one that the service knows and has shown masked. */
export async function deliverToBind(
  api: Api,
  to: { preServiceId: string; principal?: string },
  { auth, signal }: Pass,
): Promise<Delivery> {
  const reply = await api(sendCodeToMobile, { bizType: 'BIND_MOBILE', ...to, auth }, { signal });
  return reply.is === 'unknownService' ? { problem: 'tooLate' } : delivery(to.principal ?? '', reply);
}

function delivery(
  named: string,
  reply: CallResult<typeof sendCodeToMobile> | CallResult<typeof sendCodeToEmail>,
): Delivery {
  if (reply.is === 'done') {
    const { serviceId, sentTo = mask(named) } = reply.data;
    return { serviceId, sentTo };
  }
  // The specification's word for silence here is "unknown error".
  return { problem: reply.is === 'noAnswer' ? 'unknown' : failureOf(reply) };
}
